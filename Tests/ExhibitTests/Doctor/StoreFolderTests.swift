import Glibc
import Testing

@testable import Exhibit

@Suite struct StoreFolderTests {
  private let root: String

  init() throws {
    var template = Array("/tmp/exhibit-doctor-XXXXXX".utf8CString)
    root = String(cString: try #require(mkdtemp(&template)))
  }

  @Test func aFolderWhoseParentIsMissingCannotBeMade() {
    defer { rmdir(root) }
    let folder = StoreFolder(path: root + "/a/b")
    #expect(folder.state == .missing(canBeMade: false))
    #expect(throws: (any Error).self) { try folder.make() }
  }

  @Test func aMissingFolderIsMadeOnceForItsOwnersAlone() throws {
    let folder = StoreFolder(path: root + "/store")
    defer {
      rmdir(folder.path)
      rmdir(root)
    }
    #expect(folder.state == .missing(canBeMade: true))
    #expect(try folder.make())
    #expect(folder.state == .writable)
    #expect(try !folder.make())
    var facts = stat()
    #expect(stat(folder.path, &facts) == 0 && facts.st_mode & 0o777 == 0o750)
  }

  @Test func aFileIsNoStoreAndStaysAsItIs() throws {
    defer { rmdir(root) }
    let folder = StoreFolder(path: "/dev/null")
    #expect(folder.state == .unusable("Not a directory"))
    #expect(try !folder.make())
  }
}
