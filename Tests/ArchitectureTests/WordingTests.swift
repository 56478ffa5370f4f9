import Testing

/// Sentences may be said otherwise, and in other languages: no program and no decision goes by their words.
@Suite struct WordingTests {
  private static let files = SourceTree.ownTargets.filter { $0 != "Simulator" }
    .flatMap(SourceTree.swiftFiles)

  /// Lines of our sources in which `words` stand, with their files.
  private func lines(with words: String) -> [String] {
    Self.files.flatMap { file in
      SourceTree.text(of: file).split(separator: "\n").filter { $0.contains(words) }
        .map { "\(file.split(separator: "/").last ?? ""): \($0.drop { $0 == " " })" }
    }
  }

  @Test func aSentenceStandsInJSONOnlyAsOne() {
    let texts = lines(with: ".english)").filter {
      $0.contains(".string(") || $0.contains(".optional(")
    }
    #expect(texts.filter { !$0.hasPrefix("JSON.swift:") } == [])
  }

  @Test func whereSentencesStandInJSONIsTold() {
    let formats = SourceTree.text(of: SourceTree.root + "/docs/FORMATS.md")
    let names = lines(with: ".sentence(").flatMap { line in
      line.split(separator: "(\"").dropFirst().compactMap { rest -> Substring? in
        let parts = rest.split(separator: "\", ", maxSplits: 1)
        guard parts.count == 2, parts[1].hasPrefix(".sentence(") else { return nil }
        return parts[0]
      }
    }
    let paragraph = formats.split(separator: "any version may say").dropFirst().first?
      .prefix { $0 != "#" }
    #expect(names.count > 10)
    #expect(names.filter { paragraph?.contains("`\($0)`") != true } == [])
  }

  /// Files that look at keys which are none of sentences: of a text's head, of the configuration, of a table.
  private static let others = [
    "GuideText.swift", "Reader.swift", "ConfigurationChange.swift", "Store+Exported.swift",
    "ContactSheet.swift",
  ]

  @Test func nothingIsDecidedByTheKeyOfASentence() {
    let looks = [".key ==", ".key !=", ".key {", ".key.has"].flatMap { lines(with: $0) }
    let choices = lines(with: ".contains(").filter { $0.contains(".key)") }
    let decided = looks + choices + lines(with: "switch").filter { $0.contains(".key") }
    #expect(decided.filter { line in !Self.others.contains { line.hasPrefix($0) } } == [])
    #expect(decided.count > 3)
  }
}
