import CLinux
import Core
import Glibc

/// An open file, device or socket; closing it is the end of the value's life.
package struct FileDescriptor: ~Copyable {
  /// The kernel's number, valid as long as this value lives: lent, never kept.
  package let number: Int32

  /// Takes over an open descriptor.
  package init(owning number: Int32) {
    self.number = number
  }

  /// Opens `path` with open(2), always with `O_CLOEXEC`.
  ///
  /// - Parameters:
  ///   - flags: `O_RDONLY`, `O_RDWR | O_NONBLOCK` and so on.
  ///   - mode: permissions of a file that this call creates.
  package init(
    opening path: String, _ flags: Int32, mode: mode_t = 0o640
  ) throws(SystemError) {
    number = try SystemError.check("open") { Glibc.open(path, flags | O_CLOEXEC, mode) }
  }

  deinit {
    // The kernel frees the number even when close reports an error, so there is nothing to retry.
    _ = Glibc.close(number)
  }

  /// Reads at most `buffer.count` bytes with read(2); 0 is the end.
  package borrowing func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    let descriptor = number
    return try SystemError.check("read") {
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    }
  }

  /// Reads at most `limit` bytes with read(2); none is the end.
  package borrowing func someBytes(atMost limit: Int) throws(SystemError) -> [UInt8] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 16)
    defer { buffer.deallocate() }
    let count = try read(into: buffer)
    return Array(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }

  /// Writes with write(2) and says how many bytes were taken, which may be fewer than all.
  package borrowing func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    let descriptor = number
    return try SystemError.check("write") {
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    }
  }

  /// Writes all of `bytes`, calling write(2) as often as it takes; meant for files, where it may block.
  package borrowing func writeAll(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try bytes.writeAll { rest throws(SystemError) in try write(rest) }
  }

  /// Writes the bytes of `text` in UTF-8; meant for small files.
  package borrowing func write(_ text: String) throws(SystemError) {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
    defer { bytes.deallocate() }
    bytes.copyBytes(from: text.utf8)
    try writeAll(UnsafeRawBufferPointer(bytes))
  }

  /// Carries out the ioctl `request`, called `name` in errors, on `argument`, which is read or filled in.
  @discardableResult
  package borrowing func control<Argument>(
    _ name: String, _ request: UInt, _ argument: inout Argument
  ) throws(SystemError) -> Int32 {
    let descriptor = number
    return try withUnsafeMutablePointer(to: &argument) { pointer throws(SystemError) -> Int32 in
      try SystemError.check(name) { linux_ioctl(descriptor, request, pointer) }
    }
  }

  /// Carries out the ioctl `request`, called `name` in errors, whose argument is a number.
  @discardableResult
  package borrowing func control(
    _ name: String, _ request: UInt, number argument: UInt
  ) throws(SystemError) -> Int32 {
    let descriptor = number
    return try SystemError.check(name) { linux_ioctl_number(descriptor, request, argument) }
  }
}

extension UnsafeRawBufferPointer {
  /// Gives all of the bytes to `write`, which says how many it took, as often as it takes.
  package func writeAll(
    by write: (UnsafeRawBufferPointer) throws(SystemError) -> Int
  ) throws(SystemError) {
    var rest = self
    while !rest.isEmpty {
      rest = UnsafeRawBufferPointer(rebasing: rest[(try write(rest))...])
    }
  }
}

extension SystemError {
  /// The current `errno` as an error of `call`.
  package init(errnoOf call: String) {
    self.init(call: call, code: errno)
  }

  /// The C library's words for the code, such as "Device or resource busy".
  package var reason: String { String(cString: strerror(code)) }

  /// Runs `body` until a signal no longer interrupts it, and throws if it answers -1.
  ///
  /// - Returns: what `body` answered, at least 0.
  @discardableResult
  package static func check<Number: SignedInteger>(
    _ call: String, _ body: () -> Number
  ) throws(SystemError) -> Number {
    while true {
      let result = body()
      if result != -1 { return result }
      guard errno == EINTR else { throw SystemError(errnoOf: call) }
    }
  }
}
