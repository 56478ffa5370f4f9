/// One row of a screen: runs of printable text, each in one style.
///
/// No control character gets in, so none gets to the terminal.
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
    /// Style of the run.
    package let style: Style
  }

  /// Runs from the left.
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
    let run = Run(text: text.printable, style: style)
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

extension ScreenRow {
  private static let reset = "\u{1b}[0m"
  private static let eraseRest = "\u{1b}[K"

  /// Bytes that make a terminal show this row as row `index`, counted from 0, of a screen `width` columns
  /// wide, whatever it shows there now.
  func encoded(at index: Int, width: Int, _ capabilities: TerminalCapabilities) -> [UInt8] {
    let row = columns > width ? fitted(to: width) : self
    var text = "\u{1b}[\(index + 1);1H" + ScreenRow.reset
    for run in row.runs { text += ScreenRow.encoded(run, capabilities) }
    // In the last column the cursor still stands on the last character, which erasing would take.
    if row.columns < width { text += ScreenRow.eraseRest }
    return Array(text.utf8)
  }

  private static func encoded(_ run: Run, _ capabilities: TerminalCapabilities) -> String {
    let text = capabilities.isUnicode ? run.text : run.text.inASCII
    guard !capabilities.isDumb, let code = run.style.code(isColoured: capabilities.isColoured)
    else {
      return text
    }
    return "\u{1b}[\(code)m" + text + reset
  }
}

extension ScreenRow.Style {
  /// The parameter of "select graphic rendition" (ECMA-48, 8.3.117).
  fileprivate func code(isColoured: Bool) -> String? {
    switch self {
    case .plain: nil
    case .strong: "1"
    case .faint: "2"
    case .inverse: "7"
    case .lit: isColoured ? "1;33" : "1"
    case .alarm: isColoured ? "1;31" : "7"
    }
  }
}

extension String {
  /// The same columns in ASCII: a likeness where there is one, otherwise question marks.
  var inASCII: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    return unicodeScalars.map(String.likeness).joined()
  }

  private static func likeness(of scalar: Unicode.Scalar) -> String {
    switch scalar {
    case _ where scalar.isASCII: String(scalar)
    case "█": "#"
    case "●": "*"
    case "○": "o"
    case "♪": "!"
    case "·": "."
    case "×": "x"
    case "–", "—", "─": "-"
    case "…": "~"
    case "‘", "’": "'"
    case "“", "”": "\""
    default: String(repeating: "?", count: scalar.displayColumns)
    }
  }
}
