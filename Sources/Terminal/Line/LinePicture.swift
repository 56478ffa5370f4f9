import Core
import Door

/// A line being typed as a terminal shows it, and what to send so that it shows the next.
///
/// Within a row backspaces and letters are enough, which every terminal and every screen reader understands. Only on a
/// terminal whose columns are known, where the line has more than one row, the cursor is moved between them.
struct LinePicture: Hashable {
  /// Bytes of the line, without the prompt.
  let line: [UInt8]
  /// Where the cursor is, in bytes from the line's begin.
  let cursor: Int
  /// Columns of the terminal; nil where they are not known or nothing may move the cursor.
  let columns: Int?

  /// What moves back from behind the line to the cursor.
  var movingBack: [UInt8] {
    let rest = LinePicture.columnCount(of: line[cursor...])
    guard wraps, rest > 0 else { return LinePicture.backspaces(rest) }
    return moving(from: place(of: line.count), to: place(of: cursor))
  }

  /// What moves the cursor to that of `next`, whose line is the same.
  func moving(to next: LinePicture) -> [UInt8] {
    if wraps { return moving(from: place(of: cursor), to: next.place(of: next.cursor)) }
    if next.cursor > cursor { return Array(line[cursor..<next.cursor]) }
    return LinePicture.backspaces(LinePicture.columnCount(of: line[next.cursor..<cursor]))
  }

  /// What makes `next` of this, which are the same up to `start`, in bytes.
  func changing(to next: LinePicture, from start: Int) -> [UInt8] {
    let isTyping = cursor == line.count && start == cursor && next.cursor == next.line.count
    if isTyping { return Array(next.line[start...]) + next.endOfRow }
    return wraps || next.wraps ? drawing(next) : rewriting(next, from: start)
  }

  /// Behind the prompt everything anew.
  private func drawing(_ next: LinePicture) -> [UInt8] {
    let home = moving(from: place(of: cursor), to: (row: 0, column: LinePicture.promptColumns))
    let erasing: [UInt8] = [.escape] + Array("[J".utf8)
    return home + erasing + next.line + next.endOfRow + next.movingBack
  }

  private func rewriting(_ next: LinePicture, from start: Int) -> [UInt8] {
    let back = start < cursor ? LinePicture.columnCount(of: line[start..<cursor]) : 0
    let rest = next.line[start...]
    let restColumns = LinePicture.columnCount(of: rest)
    let gone = max(0, LinePicture.columnCount(of: line[start...]) - restColumns)
    let spaces = [UInt8](repeating: .space, count: gone)
    let forward = start > cursor ? Array(line[cursor..<start]) : []
    let behind = LinePicture.columnCount(of: next.line[next.cursor...])
    return LinePicture.backspaces(back) + forward + Array(rest) + spaces
      + LinePicture.backspaces(gone + behind)
  }
}

/// Rows and columns.
extension LinePicture {
  /// Columns of the prompt.
  private static let promptColumns = LineSession.prompt.count

  /// Whether the line is known to have more than one row.
  private var wraps: Bool {
    guard let columns else { return false }
    return LinePicture.promptColumns + LinePicture.columnCount(of: line[...]) >= columns
  }

  /// At the end of a row terminals keep the cursor there until something follows: it is sent on.
  private var endOfRow: [UInt8] {
    guard wraps, place(of: line.count).column == 0 else { return [] }
    return [.carriageReturn, .lineFeed]
  }

  /// Row, from that of the prompt, and column of a place of the line.
  private func place(of index: Int) -> (row: Int, column: Int) {
    let count = LinePicture.promptColumns + LinePicture.columnCount(of: line[..<index])
    let columns = columns ?? .max
    return (count / columns, count % columns)
  }

  private func moving(
    from old: (row: Int, column: Int), to new: (row: Int, column: Int)
  ) -> [UInt8] {
    var steps = ""
    if new.row < old.row { steps += "\u{1b}[\(old.row - new.row)A" }
    if new.row > old.row { steps += "\u{1b}[\(new.row - old.row)B" }
    steps += "\r"
    if new.column > 0 { steps += "\u{1b}[\(new.column)C" }
    return Array(steps.utf8)
  }

  private static func backspaces(_ count: Int) -> [UInt8] {
    [UInt8](repeating: .backspace, count: count)
  }

  private static func columnCount(of bytes: ArraySlice<UInt8>) -> Int {
    if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.count }
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.reduce(0) { $0 + $1.columnCount }
  }
}

extension Unicode.Scalar {
  /// Signs that take two columns of a terminal: those of East Asia, and pictures.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x33ff, 0x3400...0x4dbf, 0x4e00...0x9fff,
    0xa000...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60,
    0xffe0...0xffe6, 0x1f300...0x1f64f, 0x1f680...0x1f6ff, 0x1f900...0x1f9ff, 0x20000...0x3fffd,
  ]

  /// Columns that it takes on a terminal.
  var columnCount: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return Unicode.Scalar.wide.contains { $0.contains(value) } ? 2 : 1
    }
  }
}
