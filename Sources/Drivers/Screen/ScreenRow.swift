/// One row of a screen: runs of printable text, each in one style.
///
/// No control character gets in, so none gets to the terminal: those of a text are left out, a tab
/// is a space.
package struct ScreenRow: Hashable, Sendable {
  /// How a run stands out; each also without colour.
  package enum Style: Hashable, Sendable {
    case plain
    case strong
    case faint
    case inverse
    /// What shines: yellow where there are colours.
    case lit
    /// What needs somebody: red where there are colours.
    case alarm
  }

  /// Text in one style.
  package struct Run: Hashable, Sendable {
    /// Printable characters only.
    package let text: String
    /// How it stands out.
    package let style: Style
  }

  /// What stands in the row, from the left.
  package private(set) var runs: [Run] = []
  /// How many columns it takes.
  package private(set) var columns = 0

  /// A row of one run.
  package init(_ text: String = "", _ style: Style = .plain) {
    append(text, style)
  }

  /// The row's characters without their styles.
  package var text: String { runs.map(\.text).joined() }

  /// Adds `text` at the right end.
  package mutating func append(_ text: String, _ style: Style = .plain) {
    let run = Run(text: ScreenRow.printable(text), style: style)
    guard !run.text.isEmpty else { return }
    runs.append(run)
    columns += run.text.displayColumns
  }

  /// Adds the runs of `row` at the right end.
  package mutating func append(_ row: ScreenRow) {
    runs += row.runs
    columns += row.columns
  }

  /// The same row, `width` columns wide: cut, with "…" as its last character, or filled with spaces.
  package func fitted(to width: Int) -> ScreenRow {
    var row = self
    if columns > width { row = cut(to: width - 1, ending: width > 0 ? "…" : "") }
    row.append(String(repeating: " ", count: max(0, width - row.columns)))
    return row
  }

  /// As many whole characters as fit into `width` columns, then `ending`.
  private func cut(to width: Int, ending: String) -> ScreenRow {
    var row = ScreenRow()
    for run in runs {
      let text = run.text.prefix(columns: width - row.columns)
      row.append(text, run.style)
      guard text.utf8.count == run.text.utf8.count else { break }
    }
    row.append(ending)
    return row
  }

  private static func printable(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) { return text }
    var printable = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where scalar == "\t", .spaceSeparator, .lineSeparator, .paragraphSeparator:
        printable.append(" ")
      case .control, .format, .privateUse, .unassigned: break
      default: printable.append(scalar)
      }
    }
    return String(printable)
  }
}

extension String {
  /// The longest beginning that takes no more than `width` columns.
  func prefix(columns width: Int) -> String {
    var (taken, rest) = (String.UnicodeScalarView(), width)
    for scalar in unicodeScalars {
      rest -= scalar.displayColumns
      guard rest >= 0 else { break }
      taken.append(scalar)
    }
    return String(taken)
  }
}
