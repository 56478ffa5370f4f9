import Core
import Evidence
import Glibc
import System

/// A medium that fails, or lies, from some call on.
final class FailingMedium: Medium {
  /// What is wrong with it.
  enum Fault {
    /// After so many bytes it is full.
    case full(after: Int)
    /// After so many flushes every call fails: it was pulled.
    case gone(afterFlushes: Int)
    /// The flush with this number, from 1, fails.
    case failsFlush(Int)
    /// Of the write with this number, from 1, one bit is not what it was.
    case changesABit(inWrite: Int)
  }

  private let fault: Fault
  private var byteCount = 0
  private var writeCount = 0
  private var flushCount = 0
  /// How many files were to be read from the medium.
  private(set) var forgottenCount = 0

  init(_ fault: Fault) {
    self.fault = fault
  }

  func write(
    _ bytes: UnsafeRawBufferPointer, to file: borrowing FileDescriptor
  ) throws(SystemError) -> Int {
    try checkPresence("write")
    writeCount += 1
    switch fault {
    case .full(let room):
      let count = min(bytes.count, room - byteCount)
      guard count > 0 else { throw SystemError(call: "write", code: ENOSPC) }
      byteCount += count
      return try file.write(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    case .changesABit(let write) where write == writeCount:
      let changed = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
      defer { changed.deallocate() }
      changed.copyMemory(from: bytes)
      changed[0] ^= 1
      return try file.write(UnsafeRawBufferPointer(changed))
    case .gone, .failsFlush, .changesABit: return try file.write(bytes)
    }
  }

  func flush(_ file: borrowing FileDescriptor) throws(SystemError) {
    flushCount += 1
    try checkPresence("fsync")
    if case .failsFlush(flushCount) = fault { throw SystemError(call: "fsync", code: EIO) }
    guard fsync(file.number) == 0 else { throw SystemError(errnoOf: "fsync") }
  }

  func open(_ path: String, _ flags: Int32, mode: mode_t) throws(SystemError) -> FileDescriptor {
    try checkPresence("open")
    return try FileDescriptor(opening: path, flags, mode: mode)
  }

  func forget(_ file: borrowing FileDescriptor) { forgottenCount += 1 }

  private func checkPresence(_ call: String) throws(SystemError) {
    guard case .gone(let flushes) = fault, flushCount > flushes else { return }
    throw SystemError(call: call, code: EIO)
  }
}
