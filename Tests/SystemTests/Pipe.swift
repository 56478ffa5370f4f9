import Core
import Glibc

@testable import System

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
