/// Some words of a line, all of one style.
package struct GuideSpan: Hashable, Sendable {
  /// How they stand out.
  package enum Style: Hashable, Sendable {
    case plain, emphasis, strong
    /// They lead to this address, or to the heading with the slug behind a number sign.
    case link(String)
  }

  /// What stands out is no longer, with its signs, in characters.
  private static let longestMarked = 300

  /// The words.
  package let text: String
  /// How they stand out.
  package let style: Style

  /// The parts of a line; a sign without its other half is text.
  static func spans(of line: String) -> [GuideSpan] {
    var (spans, plain) = ([GuideSpan](), "")
    var rest = line[...]
    while let character = rest.first {
      guard let (span, end) = marked(rest) else {
        plain.append(character)
        rest.removeFirst()
        continue
      }
      if !plain.isEmpty { spans.append(GuideSpan(text: plain, style: .plain)) }
      spans.append(span)
      (plain, rest) = ("", rest[end...])
    }
    return plain.isEmpty ? spans : spans + [GuideSpan(text: plain, style: .plain)]
  }

  /// What begins with a sign, and where it ends; nil where nothing does.
  private static func marked(_ text: Substring) -> (GuideSpan, String.Index)? {
    guard text.first == "*" || text.first == "[" else { return nil }
    let text = text.prefix(longestMarked)
    return switch text.first {
    case "*":
      text.hasPrefix("**") ? between("**", text, .strong) : between("*", text, .emphasis)
    case "[": link(text)
    default: nil
    }
  }

  private static func between(
    _ sign: String, _ text: Substring, _ style: Style
  ) -> (GuideSpan, String.Index)? {
    let inner = text.dropFirst(sign.count)
    guard let end = inner.index(of: sign), end > inner.startIndex else { return nil }
    let words = inner[..<end]
    // A sign that stands by itself, as between two numbers, is no beginning and no end.
    guard words.first?.isWhitespace == false, words.last?.isWhitespace == false else { return nil }
    return (
      GuideSpan(text: String(words), style: style), inner.index(end, offsetBy: sign.count)
    )
  }

  private static func link(_ text: Substring) -> (GuideSpan, String.Index)? {
    guard let close = text.index(of: "]("), close > text.index(after: text.startIndex) else {
      return nil
    }
    let rest = text[text.index(close, offsetBy: 2)...]
    guard let end = rest.firstIndex(of: ")"), end > rest.startIndex else { return nil }
    let words = String(text[text.index(after: text.startIndex)..<close])
    let address = rest[..<end].trimmed
    return (GuideSpan(text: words, style: .link(address)), rest.index(after: end))
  }
}

extension [GuideSpan] {
  /// The words alone.
  package var plain: String { map(\.text).joined() }
}

extension Substring {
  /// Where `sign` first stands in it.
  fileprivate func index(of sign: String) -> Index? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(sign) { return start }
      start = index(after: start)
    }
    return nil
  }
}
