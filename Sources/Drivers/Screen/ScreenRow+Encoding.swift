extension ScreenRow {
  private static let reset = "\u{1b}[0m"
  private static let eraseRest = "\u{1b}[K"

  /// What makes a terminal show this row as row `index`, counted from 0, of a screen `width` columns
  /// wide, whatever it shows there now.
  func encoded(at index: Int, width: Int, _ abilities: TerminalAbilities) -> [UInt8] {
    let row = columns > width ? fitted(to: width) : self
    var text = "\u{1b}[\(index + 1);1H" + ScreenRow.reset
    for run in row.runs { text += ScreenRow.encoded(run, abilities) }
    // In the last column the cursor still stands on the last character, which erasing would take.
    if row.columns < width { text += ScreenRow.eraseRest }
    return Array(text.utf8)
  }

  private static func encoded(_ run: Run, _ abilities: TerminalAbilities) -> String {
    let text = abilities.isUnicode ? run.text : run.text.inASCII
    guard !abilities.isDumb, let code = run.style.code(isColoured: abilities.isColoured) else {
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
