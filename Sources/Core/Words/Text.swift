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

/// Which word somebody meant.
package enum Spelling {
  /// The word of `words` with the fewest edits from `written`, if they are few enough to be a slip.
  ///
  /// - Returns: nil if more than half of the letters, or more than three, would have to change.
  package static func nearest(
    to written: String, among words: some Collection<String>
  ) -> String? {
    let limit = min(3, max(1, written.count / 2))
    let candidates = words.map { (word: $0, edits: edits(from: written, to: $0)) }
      .filter { $0.edits <= limit }
    return candidates.min { ($0.edits, $0.word) < ($1.edits, $1.word) }?.word
  }

  /// How many characters must be put in, taken out or replaced: the Levenshtein distance.
  static func edits(from source: String, to target: String) -> Int {
    let target = Array(target)
    var row = Array(0...target.count)
    for (index, character) in source.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in target.indices {
        let replaced = diagonal + (target[column] == character ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[target.count]
  }
}
