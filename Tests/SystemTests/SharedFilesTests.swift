import Glibc
import System
import Testing

@Suite(.enabled(if: access(SharedFiles.installed.guide, R_OK) != 0))
struct SharedFilesTests {
  /// The repository: this file's path less three components.
  private static let repository =
    #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(3).joined(separator: "/")

  @Test func aProgramBuiltInTheRepositoryFindsItsFilesThere() {
    let build = "\(Self.repository)/.build/x86_64-unknown-linux-gnu/debug"
    let files = SharedFiles.of(program: "\(build)/exhibit")
    #expect(files.guide == "\(Self.repository)/deploy/guide")
    #expect(files.defaults == "\(build)/default-exhibit.sqlite")
    #expect(files.tables?.others == "\(Self.repository)/deploy/languages")
    #expect(files.tables.map { access($0.english, R_OK) } == 0)
  }

  @Test(arguments: ["/usr/bin/exhibit", "exhibit", "", "/"])
  func anyOtherLooksWhereThePackagePutsThem(program: String) {
    #expect(SharedFiles.of(program: program) == .installed)
  }
}
