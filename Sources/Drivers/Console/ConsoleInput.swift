import Core
import Glibc
import System

/// What a session has said and nobody has handled yet: one small read at a time.
struct ConsoleInput {
  /// The most that is read before its lines are handled; the rest waits in the kernel.
  static let byteLimit = 512

  /// Whether the far side will say no more; what it said may still wait here.
  private(set) var isOver = false

  private var bytes = [UInt8](repeating: 0, count: ConsoleInput.byteLimit)
  private var unread = 0..<0

  var isEmpty: Bool { unread.isEmpty }

  /// Reads from `link` unless bytes still wait; never blocks.
  mutating func fill(from link: borrowing ConsoleLink) {
    guard isEmpty, !isOver else { return }
    let result = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(SystemError) in try link.read(into: buffer) }
    }
    switch result {
    case .success(0): isOver = true
    case .success(let count): unread = 0..<count
    case .failure(let error): isOver = error.code != EAGAIN
    }
  }

  /// The next byte, or nil when none waits.
  mutating func next() -> UInt8? {
    unread.popFirst().map { bytes[$0] }
  }
}
