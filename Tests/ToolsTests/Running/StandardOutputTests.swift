import ArgumentParser
import Core
import Glibc
import System
import Testing

@testable import Tools

@Suite struct StandardOutputTests {
  @Test func aFullDeviceIsAnErrorWithItsReason() throws {
    let full = try FileDescriptor(opening: "/dev/full", O_WRONLY)
    let error = refusal(by: full.number)
    #expect(error == SystemError(call: "write", code: ENOSPC))
    let failure = StandardOutput.failure(try #require(error))
    #expect(failure.phrase.english == "The output cannot be written: No space left on device.")
  }

  @Test func aLineIsWrittenWithItsEnd() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let reader = FileDescriptor(owning: ends[0])
    let writer = FileDescriptor(owning: ends[1])
    #expect(refusal(by: writer.number) == nil)
    #expect(try reader.someBytes(atMost: 100) == Array("a line\n".utf8))
  }

  @Test func aReaderThatHasGoneAwayEndsTheCommandAllTheSame() {
    let gone = StandardOutput.failure(SystemError(call: "write", code: EPIPE))
    #expect(StandardOutput.ending(for: gone) == .failure)
  }

  private func refusal(by descriptor: Int32) -> SystemError? {
    do throws(SystemError) { try StandardOutput.write("a line", to: descriptor) } catch {
      return error
    }
    return nil
  }
}
