/// A sentence as it is declared in the sources: `Phrase("key", "English text", values…)`.
struct Sentence: Hashable {
  let key: String
  /// The English text, with `{1}`, `{2}` where the values go.
  let text: String
  /// How many values follow the text.
  let valueCount: Int

  /// The highest number in braces; a brace without a number would swallow words, and counts as too many.
  var placeCount: Int {
    text.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
      .map { Int($0.prefix { $0.isNumber }) ?? .max }.max() ?? 0
  }

  init(key: String, text: String, valueCount: Int) {
    self.key = key
    self.text = text
    self.valueCount = valueCount
  }

  /// All that `source` declares, in their order.
  static func all(in source: String) -> [Sentence] {
    let declarations = source.split(separator: "Phrase(", omittingEmptySubsequences: false)
    return declarations.dropFirst().compactMap { Sentence(declaredBy: $0) }
  }

  /// Reads what follows `Phrase(`; nil where that is no literal key with a literal text.
  private init?(declaredBy text: Substring) {
    var rest = text.drop(while: \.isWhitespace)
    guard let key = Sentence.literal(&rest), Sentence.comma(&rest),
      let english = Sentence.literal(&rest)
    else { return nil }
    self.key = key
    self.text = english
    valueCount = rest.prefix { $0 != ")" }.count { $0 == "," }
  }

  /// Takes a string literal off the front of `source`, with its line breaks and quotes as they are said.
  private static func literal(_ source: inout Substring) -> String? {
    let quote = source.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    guard source.hasPrefix(quote) else { return nil }
    source = source.dropFirst(quote.count)
    var said = ""
    while !source.hasPrefix(quote) {
      guard let character = source.popFirst() else { return nil }
      said.append(character == "\\" ? escaped(&source) : character.isNewline ? " " : character)
      if character.isNewline { source = source.drop(while: \.isWhitespace) }
    }
    source = source.dropFirst(quote.count)
    return quote.count == 1 ? said : said.trimmingSpaces
  }

  /// What a backslash stands for; nothing at the end of a line, whose indentation goes.
  private static func escaped(_ source: inout Substring) -> Character {
    let character = source.popFirst() ?? "\\"
    guard character.isNewline else { return character }
    source = source.drop(while: \.isWhitespace)
    return source.popFirst() ?? " "
  }

  private static func comma(_ source: inout Substring) -> Bool {
    guard source.popFirst() == "," else { return false }
    source = source.drop(while: \.isWhitespace)
    return true
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    let left = drop(while: \.isWhitespace)
    return String(left.reversed().drop(while: \.isWhitespace).reversed())
  }
}
