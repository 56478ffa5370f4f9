import Core
import Glibc
import System
import Testing

@testable import Evidence

@Suite struct FolderLockTests {
  /// Another descriptor of the same open file, as a child has it from its fork to its exec.
  private func inherited(_ lock: borrowing FolderLock) -> Int32 {
    fcntl(lock.folder.number, F_DUPFD_CLOEXEC, 0)
  }

  @Test func whatAChildInheritedKeepsNobodyOut() throws {
    let folder = TemporaryFolder()
    let copy: Int32
    do {
      let lock = try FolderLock(folder.path)
      copy = inherited(lock)
    }
    defer { close(copy) }
    _ = try FolderLock(folder.path)
  }

  @Test func aFolderThatIsNotThereIsNamed() {
    let failure = failure { () throws(Failure) in _ = try FolderLock("/nowhere/store") }
    #expect(failure?.phrase.english.contains("/nowhere/store") == true)
  }

  @Test(arguments: [ENOLCK, EOPNOTSUPP, EBADF])
  func aFolderThatCannotBeLockedIsNoPlaceForAStore(code: Int32) {
    let error = SystemError(call: "flock", code: code)
    let failure = FolderLock.failure(error, of: "/store")
    #expect(failure.phrase == .storeNotLocked("/store", error.reason))
    #expect(failure.cause == error)
  }
}
