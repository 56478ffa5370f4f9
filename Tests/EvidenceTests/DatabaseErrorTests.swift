import Core
import Glibc
import System
import Testing

@testable import Evidence

@Suite struct DatabaseErrorTests {
  @Test(arguments: [
    (ENOSPC, Phrase.Key.storeFull), (EDQUOT, .storeFull), (EROFS, .storeReadOnly),
    (EIO, .storeMediumFailed), (EACCES, .storeDenied), (EFBIG, .storeFailed),
  ])
  func aFailedCallNamesItsFile(code: Int32, key: Phrase.Key) {
    let failure = Failure(SystemError(call: "write", code: code), at: "/store/a.jpg")
    #expect(failure.phrase.key == key)
    #expect(failure.phrase.english.contains("/store/a.jpg"))
    #expect(failure.cause == SystemError(call: "write", code: code))
  }

  // Result codes by <https://sqlite.org/rescode.html>: the primary one is in the low byte.
  @Test(
    arguments: [
      (13, 0, Phrase.Key.storeFull), (8, 0, .storeReadOnly), (5, 0, .storeBusy),
      (11, 0, .storeDamaged), (26, 0, .storeDamaged), (10 | 3 << 8, EIO, .storeMediumFailed),
      (10 | 3 << 8, ENOSPC, .storeFull), (10 | 2 << 8, 0, .storeMediumFailed),
      (14, EACCES, .storeDenied), (14, 0, .storeFailed), (1, 0, .storeFailed),
    ] as [(Int32, Int32, Phrase.Key)])
  func aFailedDatabaseNamesItsFile(code: Int32, systemCode: Int32, key: Phrase.Key) {
    let failure = Failure(
      DatabaseError(path: "/store/x.sqlite", code: code, systemCode: systemCode, message: "why"))
    #expect(failure.phrase.key == key)
    #expect(failure.phrase.english.contains("/store/x.sqlite"))
  }
}
