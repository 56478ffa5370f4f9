/// What text is written in to consoles.
package enum Charset: String, CaseIterable, Sendable {
  /// UTF-8, as everywhere else.
  case unicode = "utf-8"
  /// The 7-bit letters that every terminal has.
  case ascii

  /// The lines of `text` for people.
  package func plain(_ text: String) -> String {
    switch self {
    case .unicode: text
    case .ascii: text.inSevenBits
    }
  }

  /// `text`, which is JSON: in ASCII with an escape for every other character, so that nothing of it is lost.
  package func json(_ text: String) -> String {
    switch self {
    case .unicode: text
    case .ascii: text.escapedForJSON
    }
  }
}

extension String {
  private var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }

  /// Every character beyond ASCII as one `\u` escape of JSON, or two (RFC 8259, section 7).
  fileprivate var escapedForJSON: String {
    if isASCII { return self }
    return utf16.reduce(into: "") { text, unit in
      text +=
        unit < 0x80
        ? String(Unicode.Scalar(UInt8(unit))) : "\\u" + String(unit, radix: 16).padded(to: 4)
    }
  }

  /// Letters without their marks, signs in words, and a question mark for whatever has no likeness.
  fileprivate var inSevenBits: String {
    if isASCII { return self }
    let scalars = Array(unicodeScalars)
    return scalars.indices.reduce(into: "") { text, index in
      let scalar = scalars[index]
      if scalar == "°" {
        text += text.hasSuffix(" ") ? "degrees" : " degrees"
        // "°C" is two words.
        if index + 1 < scalars.count, scalars[index + 1].properties.isAlphabetic { text += " " }
      } else {
        text += scalar.likeness
      }
    }
  }
}

extension Unicode.Scalar {
  /// From U+00C0 to U+017F: the letters of the languages that are written with Latin ones and marks.
  private static let latin = """
    A A A A Ae A AE C E E E E I I I I D N O O O O Oe x O U U U Ue Y Th ss \
    a a a a ae a ae c e e e e i i i i d n o o o o oe / o u u u ue y th y \
    A a A a A a C c C c C c C c D d D d E e E e E e E e E e G g G g G g G g H h H h I i I i I i I i I i \
    IJ ij J j K k k L l L l L l L l L l N n N n N n n N n O o O o O o OE oe R r R r R r S s S s S s S s \
    T t T t T t U u U u U u U u U u U u W w Y y Y Z z Z z Z z s
    """.split(separator: " ").map(String.init)

  fileprivate var likeness: String {
    if isASCII { return String(self) }
    if let index = Int(exactly: value).map({ $0 - 0xc0 }), Unicode.Scalar.latin.indices ~= index {
      return Unicode.Scalar.latin[index]
    }
    switch self {
    case "×": return "x"
    case "Ω", "\u{2126}": return "Ohm"
    case "µ", "μ": return "u"
    case "·", "•", "–", "—", "─", "−": return "-"
    case "…": return "..."
    case "‘", "’", "′": return "'"
    case "“", "”", "„", "«", "»", "″": return "\""
    case "≤": return "<="
    case "≥": return ">="
    case "→": return "->"
    case "±": return "+/-"
    case "€": return "EUR"
    case "²": return "2"
    case "³": return "3"
    default: return properties.generalCategory == .nonspacingMark ? "" : "?"
    }
  }
}
