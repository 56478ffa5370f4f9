import Testing

/// What a reader finds by: one file for each name, and a comment at whatever other modules use.
@Suite struct DocumentationTests {
  private static let files = SourceTree.ownTargets.flatMap(SourceTree.swiftFiles)
  /// What a protocol asks for is explained there.
  private static let explained = Set(
    files.map(SourceTree.text).filter { $0.contains("package protocol ") }
      .flatMap(Declaration.all).filter { $0.isDocumented && $0.access.isEmpty }.map(\.name))

  @Test func noFileNameStandsTwice() {
    let names = Self.files.compactMap { $0.split(separator: "/").last }
    let counts = Dictionary(grouping: names, by: \.self).mapValues(\.count)
    #expect(counts.filter { $0.value > 1 } == [:])
  }

  @Test func nothingIsPublicBecauseThereIsNoLibrary() {
    for file in Self.files {
      let declarations = Declaration.all(in: SourceTree.text(of: file))
      #expect(declarations.filter { $0.access == "public" }.map(\.name) == [], "\(file)")
    }
  }

  @Test func whateverOtherModulesUseSaysWhatItsNameCannot() {
    for file in Self.files {
      let bare = Declaration.all(in: SourceTree.text(of: file)).filter {
        $0.access == "package" && !$0.isDocumented && !$0.isSentence
          && !Self.explained.contains($0.name)
      }
      #expect(bare.map(\.name) == [], "\(file)")
    }
  }

  @Test func declarationsAreRead() {
    let source = """
      /// A camera.
      package struct Camera {
        package var mode: Mode
        /// Asked of all.
        func wait()
        package static func gone(_ path: String) -> Phrase {
          Phrase("camera.gone", "{1} is gone.", path)
        }
      }
      """
    let read = Declaration.all(in: source)
    #expect(read.map(\.name) == ["Camera", "mode", "wait", "gone"])
    #expect(read.map(\.isDocumented) == [true, false, true, false])
    #expect(read.map(\.isSentence) == [false, false, false, true])
    #expect(read.map(\.access) == ["package", "package", "", "package"])
  }
}

/// A declaration of a type or of a member, as it stands in a line of the sources.
private struct Declaration {
  private static let kinds: Set<Substring> = [
    "struct", "enum", "protocol", "class", "func", "var", "let", "init", "typealias",
  ]
  /// How far below its name a sentence begins.
  private static let sentenceLines = 5

  let name: String
  /// Who may use it; empty where nothing is said.
  let access: String
  let isDocumented: Bool
  /// Whether it is a sentence, which says itself what it is.
  let isSentence: Bool

  static func all(in source: String) -> [Declaration] {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { Declaration(in: lines, at: $0) }
  }

  private init?(in lines: [Substring], at index: Int) {
    let words = lines[index].split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "/" }
    guard let kind = words.firstIndex(where: Self.kinds.contains), kind < 5,
      words.first?.hasPrefix("/") == false
    else { return nil }
    name = words[kind] == "init" ? "init" : String(words[min(kind + 1, words.count - 1)])
    let first = words[0]
    access = ["public", "package", "private", "fileprivate"].contains(first) ? String(first) : ""
    let above = lines[..<index].reversed().first { !$0.drop(while: \.isWhitespace).hasPrefix("@") }
    isDocumented = above?.drop(while: \.isWhitespace).hasPrefix("///") == true
    let below = lines[index...].prefix(Self.sentenceLines)
    isSentence = words.contains("static") && below.contains { $0.contains("Phrase(") }
  }
}
