import Core
import Glibc
import System

/// Bytes that the far side has sent and nobody has handled yet: one small read at a time.
package struct InputBuffer: ~Copyable {
  /// The most that is read before its lines are handled; the rest waits in the kernel.
  package static let byteLimit = 512

  /// Whether the far side will say no more; what it said may still wait here.
  package private(set) var isOver = false

  private var bytes = [UInt8](repeating: 0, count: InputBuffer.byteLimit)
  private var unread = 0..<0

  /// Nothing has come.
  package init() {}

  /// Whether all that has come was handled.
  package var isEmpty: Bool { unread.isEmpty }

  /// Has `read` read, as read(2) does, unless bytes still wait; never blocks.
  package mutating func fill(
    by read: (UnsafeMutableRawBufferPointer) throws(SystemError) -> Int
  ) {
    guard isEmpty, !isOver else { return }
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: InputBuffer.byteLimit, alignment: 1)
    defer { buffer.deallocate() }
    do throws(SystemError) {
      let count = try read(buffer)
      isOver = count == 0
      bytes.replaceSubrange(0..<count, with: buffer[..<count])
      unread = 0..<count
    } catch {
      isOver = error.code != EAGAIN
    }
  }

  /// All that wait.
  package mutating func take() -> [UInt8] {
    defer { unread = 0..<0 }
    return Array(bytes[unread])
  }

  /// The next byte, or nil when none waits.
  package mutating func next() -> UInt8? {
    unread.popFirst().map { bytes[$0] }
  }
}
