/// Turns the bytes of a console into lines, with the keys that people expect.
///
/// Backspace or DEL takes back a character, Ctrl-W a word, Ctrl-U the line; Ctrl-C gives the line up;
/// the arrows up and down call back earlier lines. CR, LF and CR LF each end one line. Whatever else
/// a terminal or a noisy line sends is ignored. It does no input or output of its own.
struct LineEditor {
  /// The longest line in bytes; what is typed beyond it is lost, and the line says so.
  static let byteLimit = 1024

  /// Result of one byte.
  enum Line: Hashable {
    /// A whole line, without its end, in valid UTF-8 without control characters.
    case text(String)
    /// A line of more than `byteLimit` bytes.
    case tooLong
    /// A line that was given up with Ctrl-C.
    case discarded
  }

  /// Echo for the terminal, of the bytes fed since the owner last emptied it; stays empty
  /// without echo.
  var echo: [UInt8] = []
  /// Whether the terminal shows nothing of its own.
  var echoes: Bool

  private var line: [UInt8] = []
  private var isTooLong = false
  private var isAfterCarriageReturn = false
  private var sequence = EscapeSequence.none
  private var history = LineHistory()

  /// An editor with an empty line.
  init(echoes: Bool) {
    self.echoes = echoes
    line.reserveCapacity(LineEditor.byteLimit)
  }

  /// The line so far, as the terminal shows it.
  var unfinished: [UInt8] { line }

  /// Feeds the next byte in; the result is the line that it ended.
  mutating func feed(_ byte: UInt8) -> Line? {
    let endsPair = isAfterCarriageReturn && byte == .lineFeed
    isAfterCarriageReturn = byte == .carriageReturn
    if endsPair { return nil }
    switch sequence.feed(byte) {
    case .text: return edit(byte)
    case .swallowed: break
    case .arrowUp: history.previous(to: line).map { replaceLine(with: $0) }
    case .arrowDown: history.next().map { replaceLine(with: $0) }
    }
    return nil
  }

  /// Ends what was begun, when no more bytes will come; nil if nothing was.
  mutating func finish() -> Line? {
    line.isEmpty && !isTooLong ? nil : endLine()
  }

  private mutating func edit(_ byte: UInt8) -> Line? {
    switch byte {
    case .carriageReturn, .lineFeed: return endLine()
    case .interrupt: return discardLine()
    case .backspace, .delete: erase(characterCount: 1)
    case .killWord: erase(characterCount: lastWordCharacterCount)
    case .killLine: replaceLine(with: [])
    case .tab: insert(.space)
    case .space...: insert(byte)
    default: break
    }
    return nil
  }

  private mutating func insert(_ byte: UInt8) {
    guard line.count < LineEditor.byteLimit else {
      isTooLong = true
      return
    }
    line.append(byte)
    show([byte])
  }

  private mutating func endLine() -> Line {
    show([.carriageReturn, .lineFeed])
    if echoes, !isTooLong { history.append(line) }
    return isTooLong ? finishLine(as: .tooLong) : finishLine(as: .text(LineEditor.text(of: line)))
  }

  private mutating func discardLine() -> Line {
    show([UInt8(ascii: "^"), UInt8(ascii: "C"), .carriageReturn, .lineFeed])
    return finishLine(as: .discarded)
  }

  private mutating func finishLine(as result: Line) -> Line {
    line.removeAll(keepingCapacity: true)
    isTooLong = false
    return result
  }

  private mutating func replaceLine(with replacement: [UInt8]) {
    erase(characterCount: line.count { !$0.continuesCharacter })
    line.removeAll(keepingCapacity: true)
    isTooLong = false
    line += replacement
    show(replacement)
  }

  private mutating func erase(characterCount: Int) {
    for _ in 0..<characterCount where !line.isEmpty {
      while let last = line.popLast(), last.continuesCharacter {}
      show([.backspace, .space, .backspace])
    }
  }

  /// Characters of the last word and of the spaces after it.
  private var lastWordCharacterCount: Int {
    let wordEnd = line.lastIndex { $0 != .space } ?? 0
    let wordStart = line[..<wordEnd].lastIndex(of: .space).map { $0 + 1 } ?? 0
    return line[wordStart...].count { !$0.continuesCharacter }
  }

  private mutating func show(_ bytes: [UInt8]) {
    if echoes { echo += bytes }
  }

  /// Bytes that are no UTF-8 become U+FFFD, and nothing is left that steers.
  private static func text(of line: [UInt8]) -> String {
    String(decoding: line, as: UTF8.self).printable { $0.properties.isWhitespace ? " " : "" }
  }
}

/// The lines that somebody typed, to be called back with the arrow keys; the newest are kept.
struct LineHistory {
  static let lineLimit = 32

  private var lines: [[UInt8]] = []
  /// Which line is shown; `lines.count` is the line being written.
  private var position = 0
  /// Line that was being written when the first arrow key came.
  private var draft: [UInt8] = []

  /// Remembers `line`, unless it is empty or the same as the one before.
  mutating func append(_ line: [UInt8]) {
    if !line.isEmpty, line != lines.last { lines.append(line) }
    if lines.count > LineHistory.lineLimit { lines.removeFirst() }
    position = lines.count
  }

  /// The line before the one that is shown, or nil at the oldest; `line` is what is shown.
  mutating func previous(to line: [UInt8]) -> [UInt8]? {
    guard position > 0 else { return nil }
    if position == lines.count { draft = line }
    position -= 1
    return lines[position]
  }

  /// The line after the one that is shown, last what was being written, or nil when that is shown.
  mutating func next() -> [UInt8]? {
    guard position < lines.count else { return nil }
    position += 1
    return position == lines.count ? draft : lines[position]
  }
}
