import Door

/// Turns the bytes of a console into lines, with the keys that people expect.
///
/// Backspace or DEL takes back a character, Ctrl-W a word, Ctrl-U the line; Ctrl-C gives the line up; the arrows, Home
/// and End move in it, Delete takes the character there, Ctrl-K what follows; the arrows up and down call back earlier
/// lines. CR, LF and CR LF each end one line. Whatever else a terminal or a noisy line sends is ignored. It does no
/// input or output of its own.
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
    /// Tab, where a person sees what they type; the line goes on.
    case tab
    /// Where the terminal says that its cursor is; the line goes on.
    case place(row: Int, column: Int)
  }

  /// Echo for the terminal, of the bytes fed since the owner last emptied it; stays empty
  /// without echo.
  var echo: [UInt8] = []
  /// Whether the terminal shows nothing of its own.
  var echoes: Bool
  /// Columns of the terminal, where it is one on which the cursor may be moved; nil where lines stay as they are.
  var columns: Int?

  private var line: [UInt8] = []
  /// Where the next character goes, in bytes from the line's begin.
  private var cursor = 0
  /// The beginning of a character of several bytes, which is put in as a whole.
  private var partial: [UInt8] = []
  private var isTooLong = false
  private var isAfterCarriageReturn = false
  private var reader = SequenceReader()
  private var history = LineHistory()

  /// An editor with an empty line.
  init(echoes: Bool) {
    self.echoes = echoes
    line.reserveCapacity(LineEditor.byteLimit)
  }

  /// The line so far, as the terminal shows it.
  var unfinished: [UInt8] { line }

  /// The line up to the cursor.
  var beforeCursor: String { LineEditor.text(of: Array(line[..<cursor])) }

  /// What shows the line again behind a prompt, with the cursor at its place.
  var shownAgain: [UInt8] { line + picture.movingBack }

  /// What moves from the cursor behind the line, so that something can be written below it.
  var leaving: [UInt8] { cursor < line.count && columns != nil ? Array(line[cursor...]) : [] }

  /// Feeds the next byte in; the result is the line that it ended.
  mutating func feed(_ byte: UInt8) -> Line? {
    let endsPair = isAfterCarriageReturn && byte == .lineFeed
    isAfterCarriageReturn = byte == .carriageReturn
    if endsPair { return nil }
    if !byte.continuesCharacter { takePartial() }
    switch reader.feed(byte) {
    case .text: return edit(byte)
    case .swallowed: return nil
    case .key(let key): press(key)
    case .place(let row, let column): return .place(row: row, column: column)
    }
    return nil
  }

  /// Ends what was begun, when no more bytes will come; nil if nothing was.
  mutating func finish() -> Line? {
    takePartial()
    return line.isEmpty && !isTooLong ? nil : endLine()
  }

  /// Puts `text` in at the cursor, as if it had been typed.
  mutating func insert(_ text: String) {
    for byte in text.utf8 { insert(byte) }
  }

  private mutating func edit(_ byte: UInt8) -> Line? {
    switch byte {
    case .carriageReturn, .lineFeed: return endLine()
    case .interrupt: return discardLine()
    case .backspace, .delete: erase(from: place(before: cursor))
    case .killWord: erase(from: startOfWord)
    case .killLine: replaceLine(with: [])
    case .killRest: replace(cursor..<line.count, with: [])
    case .lineStart: move(to: 0)
    case .lineEnd: move(to: line.count)
    case .tab:
      if echoes { return .tab }
      insert(.space)
    case .space...: insert(byte)
    default: break
    }
    return nil
  }

  /// The arrows and their like; on a line that is not echoed nobody sees where the cursor is.
  private mutating func press(_ key: Key) {
    switch key {
    case .up: history.previous(to: line).map { replaceLine(with: $0) }
    case .down: history.next().map { replaceLine(with: $0) }
    case .left where echoes: move(to: place(before: cursor))
    case .right where echoes: move(to: place(after: cursor))
    case .home where echoes: move(to: 0)
    case .end where echoes: move(to: line.count)
    case .delete where echoes: replace(cursor..<place(after: cursor), with: [])
    case .left, .right, .home, .end, .delete, .character, .enter, .backspace, .escape, .interrupt,
      .killLine, .killWord, .refresh, .suspend, .tab, .pageUp, .pageDown:
      break
    }
  }

  private mutating func insert(_ byte: UInt8) {
    partial.append(byte)
    if partial.count >= (partial.first ?? 0).characterByteCount { takePartial() }
  }

  private mutating func takePartial() {
    guard !partial.isEmpty else { return }
    if line.count + partial.count > LineEditor.byteLimit {
      isTooLong = true
    } else if cursor == line.count, columns == nil {
      line += partial
      cursor = line.count
      show(partial)
    } else {
      replace(cursor..<cursor, with: partial)
    }
    partial.removeAll(keepingCapacity: true)
  }

  private mutating func endLine() -> Line {
    show(leaving + [.carriageReturn, .lineFeed])
    if echoes, !isTooLong { history.append(line) }
    return isTooLong ? finishLine(as: .tooLong) : finishLine(as: .text(LineEditor.text(of: line)))
  }

  private mutating func discardLine() -> Line {
    show(leaving + [UInt8(ascii: "^"), UInt8(ascii: "C"), .carriageReturn, .lineFeed])
    return finishLine(as: .discarded)
  }

  private mutating func finishLine(as result: Line) -> Line {
    line.removeAll(keepingCapacity: true)
    cursor = 0
    isTooLong = false
    return result
  }

  private mutating func replaceLine(with replacement: [UInt8]) {
    isTooLong = false
    replace(0..<line.count, with: replacement)
  }

  private mutating func erase(from start: Int) { replace(start..<cursor, with: []) }

  /// Puts `replacement` in place of `range`, and the cursor behind it.
  private mutating func replace(_ range: Range<Int>, with replacement: [UInt8]) {
    let before = picture
    line.replaceSubrange(range, with: replacement)
    cursor = range.lowerBound + replacement.count
    show(before.changing(to: picture, from: range.lowerBound))
  }

  private mutating func move(to place: Int) {
    let before = picture
    cursor = place
    show(before.moving(to: picture))
  }

  private var picture: LinePicture { LinePicture(line: line, cursor: cursor, columns: columns) }

  private func place(before place: Int) -> Int {
    line[..<place].lastIndex { !$0.continuesCharacter } ?? 0
  }

  private func place(after place: Int) -> Int {
    guard place < line.count else { return place }
    return line[(place + 1)...].firstIndex { !$0.continuesCharacter } ?? line.count
  }

  /// Where the last word before the cursor begins; the spaces after it go with it.
  private var startOfWord: Int {
    let wordEnd = line[..<cursor].lastIndex { $0 != .space } ?? 0
    return line[..<wordEnd].lastIndex(of: .space).map { $0 + 1 } ?? 0
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
