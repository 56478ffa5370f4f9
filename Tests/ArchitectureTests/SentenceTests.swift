import Core
import Glibc
import Testing

/// Every sentence is said in one way, so that those who translate can be given a list.
@Suite struct SentenceTests {
  /// The files of our own, but for the one that says how sentences are declared.
  private static let files = SourceTree.ownTargets.flatMap(SourceTree.swiftFiles)
    .filter { !$0.hasSuffix("/Words/Phrase.swift") }
  static let sentences = files.flatMap { Sentence.all(in: SourceTree.text(of: $0)) }

  private static let heading =
    "# Every sentence that the program says, by its key; made by 'make docs'.\n\n"

  @Test func noKeyStandsTwice() {
    let counts = Dictionary(grouping: Self.sentences, by: \.key).mapValues(\.count)
    #expect(counts.filter { $0.value > 1 } == [:])
    #expect(counts.count > 400)
  }

  @Test func noSentenceHasABraceThatWouldSwallowWords() {
    #expect(Self.sentences.filter(\.hasBraces).map(\.key) == [])
  }

  @Test func everySentenceHasAFormInASCII() {
    for sentence in Self.sentences {
      let ascii = Charset.ascii.plain(sentence.text)
      #expect(ascii.utf8.allSatisfy { (0x20..<0x7f).contains($0) }, "\(sentence.key)")
      #expect(ascii.count { $0 == "?" } == sentence.text.count { $0 == "?" }, "\(sentence.key)")
    }
  }

  @Test func noPhraseIsMadeWithoutLiterals() {
    for file in Self.files {
      let text = SourceTree.text(of: file)
      let made = text.split(separator: "Phrase(", omittingEmptySubsequences: false).dropFirst()
      #expect(made.count == Sentence.all(in: text).count, "\(file)")
    }
  }

  @Test func whoWatchesForASentenceOrARecordNamesOneThatIsThere() {
    let keys = Set(Self.sentences.map(\.key))
    let kinds = SourceTree.text(of: SourceTree.root + "/docs/FORMATS.md")
    let named = SourceTree.swiftFiles(of: "Simulator").flatMap { file in
      SourceTree.text(of: file).split(separator: "\"").filter(\.isKey).map(String.init)
    }
    #expect(named.count > 10)
    #expect(named.filter { !keys.contains($0) && !kinds.contains("| `\($0)` |") } == [])
  }

  @Test func theTerminalIsToldWhatItSays() {
    let own = SourceTree.swiftFiles(of: "Terminal").filter { $0.contains("/Line/") }
      .flatMap { Sentence.all(in: SourceTree.text(of: $0)) }.map(\.key)
    let told = SourceTree.text(
      of: SourceTree.root + "/Sources/Door/Console/TerminalSpeech.swift")
    #expect(own.count > 10)
    #expect(own.filter { !told.contains("\"\($0)\"") } == [])
  }

  @Test func theListForTranslatorsHasThemAll() throws {
    let list = Self.sentences.sorted { $0.key < $1.key }.map(\.entry).joined()
    let path = SourceTree.root + "/docs/sentences.toml"
    if getenv("EXHIBIT_WRITE_DOCS") != nil {
      let file = try #require(fopen(path, "w"), "\(path) can't be written")
      fputs(Self.heading + list, file)
      fclose(file)
    }
    let isCurrent = SourceTree.text(of: path) == Self.heading + list
    #expect(isCurrent, "docs/sentences.toml is out of date; 'make docs' writes it anew")
  }

  @Test func aSentenceIsReadAsItIsSaid() {
    let source = #"""
      throw Failure(Phrase("camera.none", "No \"camera\"."))
      Phrase(
        "camera.gone",
        """
        \(camera ?? role("a)")) is gone \
        after \(count) \(count, one: "frame", many: "frames") {1.
        """)
      """#
    let all = Sentence.all(in: source)
    let gone = "{1} is gone after {2} {3|frame|frames} 1."
    #expect(all.map(\.key) == ["camera.none", "camera.gone"])
    #expect(all.map(\.text) == ["No \"camera\".", gone])
    #expect(all.map(\.values) == [[], [#"camera ?? role("a)")"#, "count", "count"]])
    #expect(all.map(\.hasBraces) == [false, true])
  }
}

extension Sentence {
  /// It as a line of TOML, under a comment that says what its values are.
  fileprivate var entry: String {
    let text = text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
    let names = values.enumerated().map { "{\($0.offset + 1)}: \($0.element)" }
    let comment = names.isEmpty ? "" : "# \(names.joined(separator: "; "))\n"
    return "\(comment)\"\(key)\" = \"\(text)\"\n"
  }
}

extension Substring {
  /// Whether it reads like the key of a sentence: words of small letters, joined by points.
  fileprivate var isKey: Bool {
    contains(".") && allSatisfy { $0.isLetter || $0 == "." || $0 == "-" } && first != "."
      && last != "."
  }
}
