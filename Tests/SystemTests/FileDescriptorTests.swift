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

/// A pipe whose ends never block.
struct Pipe: ~Copyable {
  let reader, writer: FileDescriptor

  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    try SystemError.check("pipe") { pipe(&ends) }
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    reader = FileDescriptor(owning: ends[0])
    writer = FileDescriptor(owning: ends[1])
  }

  borrowing func write(_ text: String) throws { try writer.write(text) }
}

extension FileDescriptor {
  borrowing func write(_ text: String) throws {
    let bytes = Array(text.utf8)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { buffer.deallocate() }
    buffer.copyBytes(from: bytes)
    try writeAll(UnsafeRawBufferPointer(buffer))
  }

  borrowing func text() throws -> String {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)
    defer { buffer.deallocate() }
    return String(decoding: buffer[..<(try read(into: buffer))], as: UTF8.self)
  }
}
