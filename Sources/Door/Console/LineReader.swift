import Core

/// Turns the bytes of a program into lines, without anything in them that would end a text or steer a terminal.
///
/// CR, LF and CR LF each end one line. Somebody may type there by a program that passes on what they press: DEL and
/// backspace take back a character, and what arrow keys send is left out.
struct LineReader {
  /// The longest line in bytes, without the word that says what it is; what is beyond it is lost, and the line says so.
  static let byteLimit = 1024
  private static let wordLimit = 16

  /// What a byte ended.
  enum Line: Hashable {
    /// A whole line, without its end, in valid UTF-8.
    case text(String)
    /// A line of more bytes than can be.
    case tooLong
    /// A line that was given up with Ctrl-C.
    case interrupt
  }

  private var line: [UInt8] = []
  private var sequence = EscapeSequence.none
  private var isTooLong = false
  private var isAfterCarriageReturn = false

  /// Whether a line was begun.
  var isInside: Bool { !line.isEmpty || isTooLong }

  /// Takes the next byte.
  mutating func feed(_ byte: UInt8) -> Line? {
    let endsPair = isAfterCarriageReturn && byte == .lineFeed
    isAfterCarriageReturn = byte == .carriageReturn
    guard !endsPair, sequence.feed(byte) == .text else { return nil }
    switch byte {
    case .carriageReturn, .lineFeed: return end()
    case .interrupt:
      _ = end()
      return .interrupt
    case .backspace, .delete: takeBack()
    case .tab: add(.space)
    case .space...: add(byte)
    default: break
    }
    return nil
  }

  /// Ends what was begun, when no more bytes will come; nil if nothing was.
  mutating func finish() -> Line? { isInside ? end() : nil }

  private mutating func add(_ byte: UInt8) {
    if line.count < LineReader.byteLimit + LineReader.wordLimit {
      line.append(byte)
    } else {
      isTooLong = true
    }
  }

  private mutating func takeBack() {
    line.removeSubrange((line.lastIndex { !$0.continuesCharacter } ?? line.endIndex)...)
  }

  private mutating func end() -> Line {
    defer { (line, isTooLong) = ([], false) }
    if isTooLong { return .tooLong }
    return .text(LineReader.shown(String(decoding: line, as: UTF8.self)))
  }

  /// `text` without what is not shown.
  static func shown(_ text: String) -> String {
    text.printable { $0.properties.isWhitespace ? " " : "" }
  }
}

extension Phrase {
  /// What is said of a line that has more than `byteLimit` bytes.
  package static func consoleLineTooLong(_ byteLimit: Int) -> Phrase {
    Phrase(
      "console.line.toolong",
      "That line is too long and was not read. A line has at most \(byteLimit) bytes.")
  }
}
