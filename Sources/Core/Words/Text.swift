extension String {
  /// The text with `filler` before it, so that it has at least `count` characters.
  package func padded(to count: Int, with filler: Character = "0") -> String {
    String(repeating: filler, count: max(0, count - self.count)) + self
  }

  /// The text as it may be written to a terminal or a log: on one line, and nothing in it steers.
  ///
  /// - Parameter substitute: stands for each control character, and for others that show nothing of
  ///   their own; a tab, every other space and a separator of lines or paragraphs is a space.
  package func printable(_ substitute: String = "") -> String {
    if utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar.properties.generalCategory {
      case .control where scalar == "\t", .spaceSeparator, .lineSeparator, .paragraphSeparator:
        text += " "
      case .control, .format, .privateUse, .unassigned: text += substitute
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
