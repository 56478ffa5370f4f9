import CLinux
import Core
import Glibc
import System

/// The far side of a console in tests: it waits for what should come, at most ten seconds.
package struct Peer: ~Copyable {
  package let number: Int32
  private var descriptor: FileDescriptor?

  package init(owning number: Int32) {
    self.number = number
    descriptor = FileDescriptor(owning: number)
    _ = fcntl(number, F_SETFL, O_NONBLOCK)
  }

  package mutating func close() { descriptor = nil }

  package borrowing func shutDownSending() { shutdown(number, Int32(SHUT_WR)) }

  /// Writes as much of `text` as the other side has room for, and says how many bytes that was.
  @discardableResult
  package borrowing func send(_ text: String) throws(SystemError) -> Int {
    let (number, bytes) = (number, Array(text.utf8))
    return try SystemError.check("write") { write(number, bytes, bytes.count) }
  }

  /// Writes `text`, and hands `file` over with it.
  package borrowing func send(_ text: String, handing file: consuming FileDescriptor) {
    let bytes = Array(text.utf8)
    let (number, handed) = (number, file.number)
    _ = linux_hand_over(number, bytes, bytes.count, handed)
  }

  /// Everything there is to read now, without waiting.
  package borrowing func received() -> String {
    var bytes = [UInt8](repeating: 0, count: 262_144)
    let count = read(number, &bytes, bytes.count)
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
  }

  /// What there is to read now, and the open file that came with it, which is the caller's; nil where none did.
  package borrowing func receivedWithFile() -> (text: String, file: Int32?) {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var file: Int32 = -1
    let (number, size) = (number, bytes.count)
    let count = bytes.withUnsafeMutableBytes { linux_receive(number, $0.baseAddress, size, &file) }
    return (String(decoding: bytes[..<max(0, count)], as: UTF8.self), file < 0 ? nil : file)
  }

  /// What there is to read, up to `ending`: a pseudo-terminal hands bytes over a moment after they were written.
  package borrowing func received(until ending: String) -> String {
    var text = ""
    let end = Clock.now + .seconds(10)
    while !text.hasSuffix(ending), Clock.now < end {
      var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      // A hang-up alone would end each wait at once.
      if poll(&request, 1, 100) > 0, request.revents & Int16(POLLIN) == 0 { break }
      text += received()
    }
    return text
  }

  /// Whether the other side has ended the stream and nothing is left to read.
  package var isAtEnd: Bool {
    var byte: UInt8 = 0
    return recv(number, &byte, 1, Int32(MSG_PEEK)) == 0
  }
}

extension Peer {
  /// A peer connected to the socket at `path`.
  package static func connected(to path: String) throws -> Peer {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let peer = Peer(owning: try SystemError.check("socket") { socket(AF_UNIX, type, 0) })
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let number = peer.number
    try SystemError.check("connect") {
      withUnsafeBytes(of: &address) {
        connect(number, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, UInt32($0.count))
      }
    }
    return peer
  }
}

/// Two connected Unix stream sockets: the side under test, which never blocks, and its peer.
package struct SocketPair: ~Copyable {
  package let ours: FileDescriptor
  package private(set) var theirs: Peer

  package init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    try SystemError.check("socketpair") {
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    }
    ours = FileDescriptor(owning: ends[0])
    theirs = Peer(owning: ends[1])
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
  }

  package mutating func closeTheirs() {
    theirs.close()
  }
}
