extension Unicode.Scalar {
  /// How many of a terminal's columns it takes: 0, 1 or 2.
  ///
  /// wcwidth(3) asks the C library's locale, which this program never sets; this follows Unicode's own
  /// tables (UAX #11 and the general categories).
  package var displayColumns: Int {
    if value < 0x7f { return value < 0x20 ? 0 : 1 }
    return isInvisible ? 0 : isWide ? 2 : 1
  }

  private var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator:
      true
    default: (0x1160...0x11ff).contains(value)  // Vowels and finals that join a Hangul syllable.
    }
  }

  private var isWide: Bool {
    switch value {
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff,
      0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f, 0x1f680...0x1f6ff,
      0x1f900...0x1f9ff, 0x20000...0x3fffd:
      true
    default: properties.isEmojiPresentation
    }
  }
}

extension StringProtocol {
  /// How many of a terminal's columns it takes.
  package var displayColumns: Int {
    unicodeScalars.reduce(0) { $0 + $1.displayColumns }
  }
}

extension String {
  /// Its words in lines of at most `width` columns, which are more than none; a longer word is broken.
  package func wrapped(to width: Int) -> [String] {
    guard displayColumns > width else { return [self] }
    var lines: [String] = []
    for word in split(separator: " ") {
      let longer = (lines.last.map { $0 + " " } ?? "") + word
      if !lines.isEmpty, longer.displayColumns <= width {
        lines[lines.count - 1] = longer
      } else {
        lines += String(word).broken(to: width)
      }
    }
    return lines
  }

  /// Its characters in lines of at most `width` columns; a character that is wider stands alone.
  private func broken(to width: Int) -> [String] {
    guard displayColumns > width else { return [self] }
    var (lines, columns) = ([""], 0)
    for character in self {
      let taken = String(character).displayColumns
      if columns + taken > width, columns > 0 {
        lines.append("")
        columns = 0
      }
      lines[lines.count - 1].append(character)
      columns += taken
    }
    return lines
  }
}
