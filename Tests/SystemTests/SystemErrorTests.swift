import Core
import Glibc
import Testing

@testable import System

@Suite struct SystemErrorTests {
  @Test func aFailedCallIsNamedWithItsCode() {
    #expect(throws: SystemError(call: "fdatasync", code: EIO)) {
      try SystemError.check("fdatasync") { () -> Int32 in
        errno = EIO
        return -1
      }
    }
  }

  @Test func anInterruptedCallIsMadeAgain() throws {
    var interruptions = 3
    let answer = try SystemError.check("read") { () -> Int in
      guard interruptions > 0 else { return 17 }
      interruptions -= 1
      errno = EINTR
      return -1
    }
    #expect(answer == 17)
    #expect(interruptions == 0)
  }

  @Test func theReasonIsInTheLibrarysWords() {
    #expect(SystemError(call: "open", code: EBUSY).reason == "Device or resource busy")
  }
}
