import Testing

/// Every sentence is there in every language that is spoken, and says each of its values.
@Suite struct TranslationTests {
  private static let languages = ["de"]

  private static let english = Dictionary(
    SentenceTests.sentences.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })

  private static func lines(_ language: String) -> [Translation] {
    SourceTree.text(of: SourceTree.root + "/deploy/languages/\(language).toml")
      .split(separator: "\n").compactMap { Translation(String($0)) }
  }

  @Test(arguments: languages)
  func noSentenceIsMissing(language: String) {
    let there = Set(Self.lines(language).map(\.key))
    let missing = Self.english.filter { !there.contains($0.key) }.sorted { $0.key < $1.key }
    let lines = missing.map { "\"\($0.key)\" = \"\($0.value.text)\"" }.joined(separator: "\n")
    #expect(lines == "", "deploy/languages/\(language).toml lacks these:\n\(lines)")
  }

  @Test(arguments: languages)
  func noneIsObsoleteOrThereTwice(language: String) {
    let keys = Self.lines(language).map(\.key)
    let obsolete = keys.filter { Self.english[$0] == nil }
    #expect(obsolete == [], "deploy/languages/\(language).toml has these too many")
    let counts = Dictionary(grouping: keys) { $0 }.filter { $0.value.count > 1 }
    #expect(counts.keys.sorted() == [])
  }

  @Test(arguments: languages)
  func eachSaysWhatItsEnglishSays(language: String) {
    let odd = Self.lines(language).filter { line in
      guard let english = Self.english[line.key] else { return false }
      let places = places(in: line.text)
      guard places.allSatisfy({ english.values.indices.contains($0.number - 1) }) else {
        return true
      }
      return Set(places.map { english.values[$0.number - 1] }) != Set(english.values)
    }
    #expect(odd.map(\.key).sorted() == [])
  }

  @Test(arguments: languages)
  func eachWordThatGoesWithANumberHasAFormForOneAndForMany(language: String) {
    let texts = Self.lines(language).map { ($0.key, $0.text) } + Self.english.map { ($0, $1.text) }
    let odd = texts.filter { places(in: $0.1).contains { $0.formCount == 1 || $0.formCount > 2 } }
    #expect(odd.map(\.0) == [])
  }

  /// A Gegenstand, a Taster, a Video, Pixel; and nobody is told du or Sie.
  @Test(arguments: [
    "Ding", "Knopf", "Clip", "Bildpunkt", " du ", " dein", "bitten Sie", "Nenne ", "Sag ",
  ])
  func germanHasOneWordForOneThing(other: String) {
    let odd = Self.lines("de").filter { line in
      " \(line.text) ".split(separator: other, omittingEmptySubsequences: false).count > 1
    }
    #expect(odd.map(\.key) == [])
  }

  @Test(arguments: languages)
  func eachHasAFormInASCII(language: String) {
    for line in Self.lines(language) {
      #expect(line.text.allSatisfy { $0.isASCII || "äöüÄÖÜß°×·Ω".contains($0) }, "\(line.key)")
    }
  }

  @Test func aLineIsReadAsItIsWritten() {
    let line = Translation(#""a.b" = "Sage \"{1}\"."  "#)
    #expect(line?.key == "a.b" && line?.text == "Sage \"{1}\".")
    #expect(Translation("# a comment") == nil)
  }

  /// The places of `text`: the number of a value, and how many forms of a word follow it.
  private func places(in text: String) -> [(number: Int, formCount: Int)] {
    text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().map { rest in
      let parts = rest.prefix { $0 != "}" }.split(separator: "|", omittingEmptySubsequences: false)
      return (Int(parts[0]) ?? 0, parts.count - 1)
    }
  }
}

/// A line of a table of sentences.
private struct Translation {
  let key: String
  let text: String

  init?(_ line: String) {
    guard line.hasPrefix("\""), let middle = line.range(of: "\" = \""),
      let end = line.lastIndex(of: "\"")
    else { return nil }
    key = String(line[line.index(after: line.startIndex)..<middle.lowerBound])
    text = String(line[middle.upperBound..<end]).unescaped
  }
}

extension String {
  fileprivate var unescaped: String {
    var text = ""
    var isEscaped = false
    for character in self {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        text.append(character)
        isEscaped = false
      }
    }
    return text
  }

  /// Where `text` first stands in it.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
