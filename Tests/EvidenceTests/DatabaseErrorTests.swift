import Core
import Glibc
import System
import Testing

@testable import Evidence

@Suite struct DatabaseErrorTests {
  @Test(arguments: [
    (ENOSPC, "store.full"), (EDQUOT, "store.full"), (EROFS, "store.readOnly"),
    (EIO, "store.mediumFailed"), (EACCES, "store.denied"), (EFBIG, "store.failed"),
  ])
  func aFailedCallNamesItsFile(code: Int32, key: String) {
    let failure = Failure(SystemError(call: "write", code: code), at: "/store/a.jpg")
    #expect(failure.phrase.key == key)
    #expect(failure.phrase.english.contains("/store/a.jpg"))
    #expect(failure.cause == SystemError(call: "write", code: code))
  }

  // Result codes by <https://sqlite.org/rescode.html>: the primary one is in the low byte.
  @Test(
    arguments: [
      (13, 0, "store.full"), (8, 0, "store.readOnly"), (5, 0, "store.busy"),
      (11, 0, "store.damaged"), (26, 0, "store.damaged"), (10 | 3 << 8, EIO, "store.mediumFailed"),
      (10 | 3 << 8, ENOSPC, "store.full"), (10 | 2 << 8, 0, "store.mediumFailed"),
      (14, EACCES, "store.denied"), (14, 0, "store.failed"), (1, 0, "store.failed"),
    ] as [(Int32, Int32, String)])
  func aFailedDatabaseNamesItsFile(code: Int32, systemCode: Int32, key: String) {
    let failure = Failure(
      DatabaseError(path: "/store/x.sqlite", code: code, systemCode: systemCode, message: "why"))
    #expect(failure.phrase.key == key)
    #expect(failure.phrase.english.contains("/store/x.sqlite"))
  }
}
