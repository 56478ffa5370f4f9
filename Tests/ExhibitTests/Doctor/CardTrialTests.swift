import Core
import Glibc
import Testing

@testable import Exhibit

@Suite struct CardTrialTests {
  @Test func aFolderThatIsNotThereCannotBeTried() {
    #expect(throws: SystemError(call: "open", code: ENOENT)) {
      try CardTrial.flushes(in: "/nonexistent")
    }
  }

  @Test func itLeavesNothingBehindAndSortsItsTimes() throws {
    var template = Array("/tmp/exhibit-card-XXXXXX".utf8CString)
    let folder = String(cString: try #require(mkdtemp(&template)))
    let flushes = try CardTrial.flushes(in: folder)
    #expect((1...CardTrial.roundCount).contains(flushes.count))
    #expect(flushes == flushes.sorted() && flushes.allSatisfy { $0 > .zero })
    // Only an empty folder can be removed.
    #expect(rmdir(folder) == 0)
  }
}
