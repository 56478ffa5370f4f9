import Drivers

/// What the console of the demo has said, and how far somebody has gone back in it.
///
/// Lines are broken to the width of the terminal where they are shown; going back counts the rows that come of it.
struct DemoTranscript {
  /// Lines that are remembered: the answer to `status` forty times.
  static let mostLines = 1000

  /// Lines, the oldest first.
  private(set) var lines: [String] = []
  /// Rows below the last one that is shown.
  private(set) var rowsBelow = 0

  /// A transcript of `lines` that shows its end.
  init(_ lines: [String] = []) {
    append(lines, width: 1)
  }

  /// Adds `new`; whoever has gone back goes on seeing the same, in rows of `width` columns.
  mutating func append(_ new: [String], width: Int) {
    lines += new
    lines.removeFirst(max(0, lines.count - DemoTranscript.mostLines))
    if rowsBelow > 0 { rowsBelow += DemoTranscript.rows(of: new, width: width).count }
  }

  /// Goes back by `count` rows, or forward where it is negative, in a pane of `width` columns and `height` rows.
  mutating func scroll(by count: Int, width: Int, height: Int) {
    let hidden = max(0, DemoTranscript.rows(of: lines, width: width).count - height)
    rowsBelow = min(max(0, rowsBelow + count), hidden)
  }

  /// Shows the end again.
  mutating func scrollToEnd() { rowsBelow = 0 }

  /// What a pane of `width` columns and `height` rows shows, and whether there are rows above it.
  func pane(width: Int, height: Int) -> (rows: [String], hasMoreAbove: Bool) {
    let recent = lines.suffix(height + rowsBelow)
    let rows = DemoTranscript.rows(of: recent, width: width)
    let end = min(rows.count, max(height, rows.count - rowsBelow))
    let start = max(0, end - height)
    return (Array(rows[start..<end]), start > 0 || recent.count < lines.count)
  }

  private static func rows(of lines: some Sequence<String>, width: Int) -> [String] {
    lines.flatMap { $0.wrapped(to: width) }
  }
}
