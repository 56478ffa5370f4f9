import Testing

/// What a reader finds by: one file for each name, and a comment at each type.
@Suite struct DocumentationTests {
  private static let files = SourceTree.ownTargets.flatMap(SourceTree.swiftFiles)

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

  @Test func eachTypeSaysWhatItIs() {
    for file in Self.files {
      let bare = Declaration.all(in: SourceTree.text(of: file)).filter {
        $0.isType && !$0.isDocumented
      }
      #expect(bare.map(\.name) == [], "\(file)")
    }
  }

  @Test func pagesOfThePackageLeadToPagesOfThePackage() {
    let rules = SourceTree.text(of: SourceTree.root + "/deploy/debian/rules")
    let list = rules.split(separator: "\n").first { $0.hasPrefix("pages := ") }
    let pages = list?.split(separator: " ").dropFirst(2) ?? []
    #expect(pages.count > 5)
    for page in pages {
      let parts = SourceTree.text(of: SourceTree.root + "/docs/\(page)").split(separator: "(")
      let links = parts.compactMap { $0.split { ")#".contains($0) }.first }
      let others = links.filter { $0.hasSuffix(".md") && !$0.contains(":") && !pages.contains($0) }
      #expect(others.filter { !$0.hasPrefix("../board/") } == [], "\(page)")
    }
  }

  @Test func declarationsAreRead() {
    let source = """
      /// A camera.
      package struct Camera {
        package var mode: Mode
        /// Asked of all.
        func wait()
      }
      """
    let read = Declaration.all(in: source)
    #expect(read.map(\.name) == ["Camera", "mode", "wait"])
    #expect(read.map(\.isDocumented) == [true, false, true])
    #expect(read.map(\.isType) == [true, false, false])
    #expect(read.map(\.access) == ["package", "package", ""])
  }
}

/// A declaration of a type or of a member, as it stands in a line of the sources.
private struct Declaration {
  private static let types: Set<Substring> = ["struct", "enum", "protocol", "class"]
  private static let kinds = types.union(["func", "var", "let", "init", "typealias"])

  let name: String
  /// Who may use it; empty where nothing is said.
  let access: String
  let isDocumented: Bool
  let isType: Bool

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
    isType = Self.types.contains(words[kind])
  }
}
