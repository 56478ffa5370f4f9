/// A sentence as it stands in the sources: `Phrase("key", "English text with \(values)")`.
struct Sentence: Hashable {
  let key: String
  /// The English text, with `{1}`, `{2}` where the values go.
  private(set) var text = ""
  /// The expressions whose values those are.
  private(set) var values: [String] = []
  /// Whether a brace stands in it that is no value's, and would swallow words.
  private(set) var hasBraces = false

  init(key: String, text: String, values: [String] = []) {
    (self.key, self.text, self.values) = (key, text, values)
  }

  /// All that `source` says, in their order.
  static func all(in source: String) -> [Sentence] {
    let said = source.split(separator: "Phrase(", omittingEmptySubsequences: false)
    return said.indices.dropFirst().compactMap { index in
      Sentence(saidBy: source[said[index].startIndex...])
    }
  }

  /// Reads what follows `Phrase(`; nil where that is no literal key with a literal text.
  private init?(saidBy source: Substring) {
    var rest = source.drop(while: \.isWhitespace)
    var head = Sentence(key: "", text: "")
    guard head.read(&rest), rest.popFirst() == "," else { return nil }
    rest = rest.drop(while: \.isWhitespace)
    self.init(key: head.text, text: "")
    guard read(&rest) else { return nil }
  }

  /// Takes a string literal off the front of `source`, with its line breaks and quotes as they are said.
  private mutating func read(_ source: inout Substring) -> Bool {
    let quote = source.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    guard source.hasPrefix(quote) else { return false }
    source = source.dropFirst(quote.count).drop(while: \.isNewline)
    if quote.count > 1 { source = source.drop(while: \.isWhitespace) }
    while !source.hasPrefix(quote) {
      guard let character = source.popFirst() else { return false }
      switch character {
      case "\\": readEscaped(&source)
      case "{", "}": hasBraces = true
      case _ where character.isNewline: readLineEnd(&source, before: quote)
      default: text.append(character)
      }
    }
    source = source.dropFirst(quote.count)
    return true
  }

  /// The line before the closing quotes ends in nothing.
  private mutating func readLineEnd(_ source: inout Substring, before quote: String) {
    source = source.drop(while: \.isWhitespace)
    if !source.hasPrefix(quote) { text.append(" ") }
  }

  /// What follows a backslash; nothing at the end of a line, whose indentation goes.
  private mutating func readEscaped(_ source: inout Substring) {
    guard let character = source.popFirst() else { return }
    if character == "(" { return readValue(&source) }
    guard character.isNewline else { return text.append(character) }
    source = source.drop(while: \.isWhitespace)
  }

  /// Reads an interpolation up to its closing parenthesis, and the words for one and for many where it has them.
  private mutating func readValue(_ source: inout Substring) {
    let inside = Sentence.balanced(&source)
    let parts = inside.split(separator: ", one: \"", omittingEmptySubsequences: false)
    values.append(String(parts[0]))
    let words = parts.dropFirst().first.map {
      "|" + $0.dropLast().split(separator: "\", many: \"").joined(separator: "|")
    }
    text += "{\(values.count)\(words ?? "")}"
  }

  /// Takes what stands before the parenthesis that closes, strings in it included.
  private static func balanced(_ source: inout Substring) -> Substring {
    var end = source.startIndex
    var depth = 1
    var isQuoted = false
    while end < source.endIndex {
      switch source[end] {
      case "\"": isQuoted.toggle()
      case "(" where !isQuoted: depth += 1
      case ")" where !isQuoted: depth -= 1
      default: break
      }
      guard depth > 0 else { break }
      end = source.index(after: end)
    }
    defer { source = source[end...].dropFirst() }
    return source[..<end]
  }
}
