extension String {
  /// Its parts between one `separator`, an ASCII character, and the next; none is empty.
  package func parts(by separator: Unicode.Scalar) -> [String] {
    utf8.split(separator: UInt8(ascii: separator)).map { String(Substring($0)) }
  }

  /// The text with `filler` before it, so that it has at least `count` characters.
  package func padded(to count: Int, with filler: Character = "0") -> String {
    String(repeating: filler, count: max(0, count - self.count)) + self
  }

  /// The text, or as many of its words as have `count` characters together, and an ellipsis.
  package func shortened(to count: Int) -> String {
    guard self.count > count else { return self }
    let start = prefix(count)
    return start[..<(start.lastIndex(of: " ") ?? start.endIndex)] + "…"
  }

  /// The text as it may leave the program: on one line, and nothing in it steers a terminal.
  ///
  /// Names come from cameras, files and people, so whatever is written to a console, a log, the service
  /// manager or standard output passes here. What breaks a line is a space, as a tab is; every other control
  /// character, and what shows nothing of its own, is a question mark.
  package var printable: String {
    printable { $0.properties.isWhitespace ? " " : "?" }
  }

  /// The text with `substitute` for each character that is not shown itself, and one kind of space.
  package func printable(_ substitute: (Unicode.Scalar) -> String) -> String {
    if utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.properties.generalCategory == .spaceSeparator {
        text += " "
      } else if scalar.isShown {
        text.unicodeScalars.append(scalar)
      } else {
        text += substitute(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether it moves, colours or rings rather than shows, or breaks a line: Unicode's control characters (those
  /// from U+0080 too), its controls of direction and its separators of lines.
  package var isControl: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Whether a terminal shows it, as it does the joiners in what they join.
  fileprivate var isShown: Bool {
    switch properties.generalCategory {
    case .privateUse, .unassigned, .surrogate: false
    default: !isControl || self == "\u{200c}" || self == "\u{200d}"
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
    // Each letter more or less is an edit: most words of a noisy line are told by their length.
    let near = words.filter { abs($0.count - written.count) <= limit }
    let candidates = near.map { (word: $0, edits: edits(from: written, to: $0)) }
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

extension String {
  /// It as text or as an attribute's value; a sign counts whatever stands above it.
  package var escapedForHTML: String {
    let bytes = utf8.reduce(into: [UInt8]()) { bytes, byte in
      switch Unicode.Scalar(byte) {
      case "&": bytes += "&amp;".utf8
      case "<": bytes += "&lt;".utf8
      case ">": bytes += "&gt;".utf8
      case "\"": bytes += "&quot;".utf8
      case "'": bytes += "&#39;".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
