import Core
import Door

/// Turns the bytes of a terminal into keys, however they are cut into reads; pure.
///
/// Function keys and Alt with a key are swallowed. Whether ESC is the Esc key is decided by what
/// follows it in the same read: terminals send a key's whole sequence at once.
struct KeyParser {
  private static let redraw: UInt8 = 0x0c
  private static let suspend: UInt8 = 0x1a

  private var reader = SequenceReader()
  private var isAfterCarriageReturn = false
  /// The beginning of a character of several bytes.
  private var partial: [UInt8] = []

  /// The keys in `bytes`, and in what earlier reads left unfinished.
  ///
  /// - Parameter isAll: whether the read took all that had come, so that nothing follows `bytes` now.
  mutating func keys(in bytes: some Sequence<UInt8>, isAll: Bool) -> [Key] {
    var keys = bytes.compactMap { feed($0) }
    if isAll, let key = finishRead() { keys.append(key) }
    return keys
  }

  /// Whether ESC was the last that came, so that it is a key unless something follows soon.
  var isAfterEscape: Bool { reader.sequence == .introduced }

  /// What the terminal said of its cursor; whoever asked takes it.
  var place: (row: Int, column: Int)?

  private mutating func feed(_ byte: UInt8) -> Key? {
    let endsPair = isAfterCarriageReturn && byte == .lineFeed
    isAfterCarriageReturn = byte == .carriageReturn
    if endsPair { return nil }
    switch reader.feed(byte) {
    case .text: return byte < 0x80 ? ascii(byte) : unicode(byte)
    case .swallowed: return nil
    case .key(let key): return key
    case .place(let row, let column):
      place = (row, column)
      return nil
    }
  }

  /// A string that a terminal sends is never cut, so an unfinished one was begun by a person's Alt-P or
  /// Alt-]; only ESC and `ESC [` may wait for more.
  mutating func finishRead() -> Key? {
    switch reader.sequence {
    case .introduced:
      reader.giveUp()
      return .escape
    case .string:
      reader.giveUp()
      return nil
    case .none, .key, .control:
      return nil
    }
  }

  private mutating func ascii(_ byte: UInt8) -> Key? {
    partial.removeAll(keepingCapacity: true)
    switch byte {
    case .carriageReturn, .lineFeed: return .enter
    case .backspace, .delete: return .backspace
    case .interrupt: return .interrupt
    case .killLine: return .killLine
    case .killWord: return .killWord
    case KeyParser.redraw: return .refresh
    case KeyParser.suspend: return .suspend
    case .tab: return .tab
    case .lineStart: return .home
    case .lineEnd: return .end
    case .space...: return .character(Character(Unicode.Scalar(byte)))
    default: return nil
    }
  }

  private mutating func unicode(_ byte: UInt8) -> Key? {
    if !byte.continuesCharacter { partial.removeAll(keepingCapacity: true) }
    partial.append(byte)
    guard let first = partial.first, partial.count >= first.characterByteCount else {
      return nil
    }
    defer { partial.removeAll(keepingCapacity: true) }
    // Bytes that are no UTF-8 are no key, nor is what would steer whoever is shown it.
    guard let text = String(validating: partial, as: UTF8.self),
      let scalar = text.unicodeScalars.first, !scalar.isControl
    else { return nil }
    return .character(Character(scalar))
  }
}

/// A key that somebody pressed on a terminal.
package enum Key: Hashable, Sendable {
  /// A printable character, the space included.
  case character(Character)
  /// Enter, however the terminal says it: CR, LF or both.
  case enter
  /// Backspace, which terminals send as BS or as DEL.
  case backspace
  /// Esc alone, not the beginning of another key's sequence.
  case escape
  /// Ctrl-C, which is a key here and no signal.
  case interrupt
  /// Ctrl-U: takes back the line.
  case killLine
  /// Ctrl-W: takes back the last word.
  case killWord
  /// Ctrl-L: draw everything anew.
  case refresh
  /// Ctrl-Z: stop, and leave the terminal to the shell for a while.
  case suspend
  /// Tab, which completes a word.
  case tab
  case up, down, left, right
  case pageUp, pageDown
  /// The first key of a line: Home, or Ctrl-A.
  case home
  /// The last one: End, or Ctrl-E.
  case end
  /// Delete, which takes the character at the cursor.
  case delete

  /// The key that a sequence names, by its bytes after `ESC [` or `ESC O`; nil for one of others.
  ///
  /// They are xterm's, the Linux console's and rxvt's; an arrow with Shift or Ctrl is none.
  init?(sequence: [UInt8]) {
    switch String(decoding: sequence, as: UTF8.self) {
    case "A": self = .up
    case "B": self = .down
    case "C": self = .right
    case "D": self = .left
    case "H", "1~", "7~": self = .home
    case "F", "4~", "8~": self = .end
    case "3~": self = .delete
    case "5~": self = .pageUp
    case "6~": self = .pageDown
    default: return nil
    }
  }
}

extension ViewfinderKey {
  /// What `key` is at a screen; nil for one that has no meaning there.
  init?(_ key: Key) {
    switch key {
    case .character(let character): self = .character(character)
    case .up: self = .up
    case .down: self = .down
    case .left: self = .left
    case .right: self = .right
    case .escape, .interrupt: self = .escape
    case .refresh: self = .refresh
    case .enter, .backspace, .killLine, .killWord, .suspend, .tab, .pageUp, .pageDown, .home,
      .end, .delete:
      return nil
    }
  }
}
