import Glibc
import Testing

@testable import Core

/// What the formats say of status is what it has.
@Suite struct StatusDocumentTests {
  private static let path = "\(#filePath)".replacing("Tests/CoreTests/StatusDocumentTests.swift")

  /// The names in the first column of the table below the heading `status`, sorted.
  private func documented() throws -> [String] {
    let file = try #require(fopen(Self.path + "docs/FORMATS.md", "r"))
    defer { fclose(file) }
    var text = ""
    var line = [CChar](repeating: 0, count: 1 << 16)
    while fgets(&line, Int32(line.count), file) != nil {
      text += String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex(of: "### `status`"))
    let rows = lines[(start + 1)...].prefix { !$0.hasPrefix("#") }.filter { $0.hasPrefix("| `") }
    return rows.flatMap { row in
      row.split(separator: "|")[0].split(separator: "`").filter { $0.first?.isLetter == true }
    }.map(String.init).sorted()
  }

  /// The names of the members of `json`, an object, sorted.
  private func members(of json: String) throws -> [String] {
    guard case .object(let members)? = JSONParser.value(of: json.utf8) else { return [] }
    return members.map(\.0).sorted()
  }

  @Test func everyFieldIsDocumentedAndNoOther() throws {
    let settings = Settings.board { $0.hasVoice = true }
    let run = Recording(settings, [Cue.line("status --json", at: 10)])
    let emitted = try members(of: try #require(run.said().last))
    let documented = try documented()
    #expect(emitted.filter { !documented.contains($0) } == [], "are not documented")
    #expect(documented.filter { !emitted.contains($0) } == [], "are not there")
  }
}

extension String {
  /// It without `end`, with which it ends.
  fileprivate func replacing(_ end: String) -> String { String(dropLast(end.count)) }
}
