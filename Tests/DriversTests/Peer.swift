import CLinux
import Core
import Glibc
import System

/// The far side of a console in tests: it waits for what should come, at most ten seconds.
struct Peer: ~Copyable {
  let number: Int32
  private var descriptor: FileDescriptor?

  init(owning number: Int32) {
    self.number = number
    descriptor = FileDescriptor(owning: number)
    _ = fcntl(number, F_SETFL, O_NONBLOCK)
  }

  mutating func close() { descriptor = nil }

  borrowing func shutDownSending() { shutdown(number, Int32(SHUT_WR)) }

  /// Writes as much of `text` as the other side has room for, and says how many bytes that was.
  @discardableResult
  borrowing func send(_ text: String) throws(SystemError) -> Int {
    let (number, bytes) = (number, Array(text.utf8))
    return try SystemError.check("write") { write(number, bytes, bytes.count) }
  }

  /// Everything there is to read now, without waiting.
  borrowing func received() -> String {
    var bytes = [UInt8](repeating: 0, count: 262_144)
    let count = read(number, &bytes, bytes.count)
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
  }

  /// Whether the other side has ended the stream and nothing is left to read.
  borrowing func isAtEnd() -> Bool {
    var byte: UInt8 = 0
    return recv(number, &byte, 1, Int32(MSG_PEEK)) == 0
  }
}
