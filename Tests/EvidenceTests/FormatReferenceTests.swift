import Core
import Glibc
import System
import Testing

@testable import Evidence

/// The table of kinds in the published format is that of the program.
@Suite struct FormatReferenceTests {
  private static let page =
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/") + "/docs/FORMATS.md"
  private static let marks = ("<!-- kinds -->\n", "<!-- end of kinds -->\n")

  /// All kinds as a table in Markdown.
  private static var table: String {
    let rows = Record.Kind.all.map { kind in
      let payload = kind.members.map(\.words).joined(separator: "; ")
      return "| `\(kind.name)` | \(kind.when) | \(payload.isEmpty ? "none" : payload) |\n"
    }
    return "| kind | when | payload |\n| --- | --- | --- |\n" + rows.joined()
  }

  @Test func theTableOfKindsIsThatOfTheProgram() throws {
    let bytes = try #require(try File.bytes(at: Self.page, limit: 1 << 20))
    let old = String(decoding: bytes, as: UTF8.self)
    let (head, tail) = try #require(Self.around(old), "docs/FORMATS.md has lost its marks")
    let new = head + Self.table + tail
    if getenv("EXHIBIT_WRITE_DOCS") != nil, new != old {
      let file = try #require(fopen(Self.page, "w"))
      defer { fclose(file) }
      fputs(new, file)
    }
    let isCurrent = try File.bytes(at: Self.page, limit: 1 << 20) == Array(new.utf8)
    #expect(isCurrent, "docs/FORMATS.md is out of date; 'make docs' writes it anew")
  }

  /// What stands before the table and behind it, each with its mark.
  private static func around(_ page: String) -> (head: String, tail: String)? {
    guard let begin = page.firstRange(of: marks.0), let end = page.firstRange(of: marks.1) else {
      return nil
    }
    return (String(page[..<begin.upperBound]), String(page[end.lowerBound...]))
  }
}
