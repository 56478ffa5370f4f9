import Core

/// Says in common words why a file is no TOML.
///
/// toml++ names the rule of its grammar that was broken; people want to know what to write.
enum SyntaxError {
  /// What toml++ says while it reads a part of a file, and what that comes to; the first that fits counts.
  private static let rules: [(part: String, Phrase)] = [
    ("utf-8", .syntaxNotUTF8),
    ("expected value", .syntaxNoValue),
    ("while parsing table header", .syntaxSection),
    ("while parsing inline table", .syntaxInlineTable),
    ("while parsing array", .syntaxArray),
    ("escape sequence", .syntaxEscape),
    ("string: ", .syntaxQuote),
    ("expected '='", .syntaxEquals),
    ("expected a comment", .syntaxMore),
    ("while parsing boolean", .syntaxTruth),
    ("not representable", .syntaxNumberSize),
    ("integer: ", .syntaxNumber),
    ("floating-point: ", .syntaxNumber),
    ("while parsing value", .syntaxValue),
    ("expected keys", .syntaxLine),
  ]

  /// The sentence for what toml++ said.
  static func phrase(for complaint: String) -> Phrase {
    if complaint.holds("cannot redefine"), let name = quoted(in: complaint) {
      return .syntaxTwice(TOMLValue.printable(name))
    }
    return rules.first { complaint.holds($0.part) }?.1
      ?? Phrase("configuration.syntax", "this is not TOML: \(TOMLValue.printable(complaint))")
  }

  private static func quoted(in complaint: String) -> Substring? {
    let parts = complaint.split(separator: "'", omittingEmptySubsequences: false)
    return parts.count > 2 ? parts[1] : nil
  }
}

extension Phrase {
  static func syntaxTwice(_ name: String) -> Phrase {
    Phrase("configuration.syntax.twice", "'\(name)' is in the file already; keep one of the two")
  }

  static let syntaxNotUTF8 = Phrase(
    "configuration.syntax.utf8", "this is not UTF-8; save the file as UTF-8 text")

  static let syntaxNoValue = Phrase(
    "configuration.syntax.no-value", "there is no value behind the '='")

  static let syntaxSection = Phrase(
    "configuration.syntax.section",
    "a section has a line of its own, with its name in brackets: [camera]")

  static let syntaxInlineTable = Phrase(
    "configuration.syntax.inline-table",
    "braces open and close in one line; a section of its own is easier: [camera]")

  static let syntaxArray = Phrase(
    "configuration.syntax.array", "the '[' of this list has no ']' behind its values")

  static let syntaxEscape = Phrase(
    "configuration.syntax.escape",
    "a backslash in a text stands twice, or the text between single quotes: 'a\\b'")

  static let syntaxQuote = Phrase(
    "configuration.syntax.quote", "the text has no closing quote in its line")

  static let syntaxEquals = Phrase(
    "configuration.syntax.equals", "a key needs '=' and a value: width = 640")

  static let syntaxMore = Phrase(
    "configuration.syntax.more",
    "only a comment with # may follow a value; numbers have a point, not a comma: 0.5")

  static let syntaxTruth = Phrase(
    "configuration.syntax.truth",
    "write true or false in small letters, and a text in quotes: \"text\"")

  static let syntaxNumberSize = Phrase(
    "configuration.syntax.number-size", "the number is too large")

  static let syntaxNumber = Phrase(
    "configuration.syntax.number",
    "a number has digits and at most one point, no unit and no 0 before it: 640 or 0.5")

  static let syntaxValue = Phrase(
    "configuration.syntax.value",
    "a value is a number, true, false, or a text in straight quotes: \"text\"")

  static let syntaxLine = Phrase(
    "configuration.syntax.line",
    "a line is a section like [camera], a key like width = 640, or a comment that begins with #")

}
