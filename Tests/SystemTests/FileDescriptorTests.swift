import Core
import Glibc
import Testing

@testable import System

@Suite struct FileDescriptorTests {
  @Test func openingWhatIsNotThereNamesTheCallAndTheCode() {
    #expect(throws: SystemError(call: "open", code: ENOENT)) {
      _ = try FileDescriptor(opening: "/proc/nothing-here", O_RDONLY)
    }
  }

  @Test func controlOnWhatKnowsNoSuchRequestFailsUnderItsName() throws {
    let null = try FileDescriptor(opening: "/dev/null", O_RDONLY)
    var value: Int32 = 0
    #expect(throws: SystemError(call: "TIOCOUTQ", code: ENOTTY)) {
      try null.control("TIOCOUTQ", UInt(TIOCOUTQ), &value)
    }
  }

  @Test func controlFillsItsArgument() throws {
    let pipe = try Pipe()
    try pipe.write("four")
    var byteCount: Int32 = 0
    try pipe.reader.control("FIONREAD", UInt(FIONREAD), &byteCount)
    #expect(byteCount == 4)
  }

  @Test func whatIsOpenedIsClosedInProgramsThatWeStart() throws {
    let null = try FileDescriptor(opening: "/dev/null", O_RDONLY)
    #expect(fcntl(null.number, F_GETFD) & FD_CLOEXEC == FD_CLOEXEC)
  }

  @Test func aDescriptorIsClosedWithTheEndOfItsValue() throws {
    let pipe = try Pipe()
    _ = consume pipe.writer
    #expect(try pipe.reader.text() == "", "the last writer's end is the reader's end of file")
  }

  @Test func writingAllOfNothingIsNothing() throws {
    let full = try FileDescriptor(opening: "/dev/full", O_WRONLY)
    try full.writeAll(UnsafeRawBufferPointer(start: nil, count: 0))
    #expect(throws: SystemError(call: "write", code: ENOSPC)) { try full.write("x") }
  }

  @Test func readingFromAnEmptyPipeThatMustNotBlockSaysSo() throws {
    let pipe = try Pipe()
    #expect(throws: SystemError(call: "read", code: EAGAIN)) { try pipe.reader.text() }
  }
}
