import Core
import Glibc
import System

/// Text on its way to somebody who may have stopped reading: bounded, in order, whole lines or nothing.
package struct OutputQueue {
  package static let byteLimit = 65_536

  /// How many bytes did not fit, since the queue was made.
  package private(set) var droppedByteCount = 0
  /// How many bytes wait.
  package private(set) var byteCount = 0

  private var ring = [UInt8](repeating: 0, count: OutputQueue.byteLimit)
  private var start = 0

  /// Nothing waits.
  package init() {}

  package var isEmpty: Bool { byteCount == 0 }

  /// Takes all of `bytes`, or none of them and counts them, where there is no room beside `reserve` more.
  package mutating func append(_ bytes: [UInt8], keeping reserve: Int = 0) {
    guard bytes.count <= ring.count - byteCount - reserve else {
      droppedByteCount += bytes.count
      return
    }
    for byte in bytes {
      ring[(start + byteCount) % ring.count] = byte
      byteCount += 1
    }
  }

  /// Hands what waits to `write`, at most `limit` bytes, until all is taken or it takes no more.
  ///
  /// - Returns: whether `write` took all that it was offered, so that more could follow at once.
  package mutating func drain(
    atMost limit: Int = .max,
    to write: (UnsafeRawBufferPointer) throws(SystemError) -> Int
  ) throws(SystemError) -> Bool {
    var rest = min(limit, byteCount)
    while rest > 0 {
      let chunk = start..<min(start + rest, ring.count)
      guard let taken = try take(chunk, by: write), taken > 0 else { return false }
      start = (start + taken) % ring.count
      byteCount -= taken
      rest -= taken
    }
    return true
  }

  /// Forgets what waits, because nobody is there to read it; that is no drop.
  package mutating func removeAll() {
    byteCount = 0
  }

  /// How many bytes of the ring's `chunk` were taken, or nil if none could be without blocking.
  private func take(
    _ chunk: Range<Int>, by write: (UnsafeRawBufferPointer) throws(SystemError) -> Int
  ) throws(SystemError) -> Int? {
    do {
      return try ring.withUnsafeBytes { bytes in
        Result { () throws(SystemError) in
          try write(UnsafeRawBufferPointer(rebasing: bytes[chunk]))
        }
      }.get()
    } catch let error where error.code == EAGAIN {
      return nil
    }
  }
}
