import CLinux
import Core
import Glibc
import System

/// The address of a Unix socket in the file system (unix(7)).
package struct SocketAddress {
  /// The longest path in bytes: the kernel's field has 108, and a zero ends it.
  private static let pathLimit = 107

  package let path: String
  private var address = sockaddr_un()

  /// The address of `path`, which the kernel's field must hold.
  package init(path: String) throws(Failure) {
    guard (1...SocketAddress.pathLimit).contains(path.utf8.count) else {
      let limit = String(SocketAddress.pathLimit)
      let cause = SystemError(call: "bind", code: ENAMETOOLONG)
      throw Failure(.console, .consoleSocketPathTooLong(path, limit), cause: cause)
    }
    self.path = path
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  }

  /// A new stream socket that never blocks.
  package static func makeSocket() throws(SystemError) -> FileDescriptor {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    return FileDescriptor(owning: try SystemError.check("socket") { socket(AF_UNIX, type, 0) })
  }

  /// Connects `socket` to whoever listens here; `EAGAIN` means that somebody does and is busy.
  package func connect(_ socket: borrowing FileDescriptor) throws(SystemError) {
    try call("connect", socket.number, Glibc.connect)
  }

  /// Gives `socket` this address and makes its file.
  func bind(_ socket: borrowing FileDescriptor) throws(SystemError) {
    try call("bind", socket.number, Glibc.bind)
  }

  private func call(
    _ name: String, _ socket: Int32,
    _ body: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32
  ) throws(SystemError) {
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    _ = try SystemError.check(name) {
      withUnsafeBytes(of: address) { bytes in
        // The sockaddr that bind and connect want is the first member of every address.
        body(socket, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, length)
      }
    }
  }
}

extension Phrase {
  static func consoleSocketPathTooLong(_ path: String, _ limit: String) -> Phrase {
    Phrase(
      "console.socket.path",
      """
      The socket path '\(path)' must have 1 to \(limit) bytes. Set a shorter [console] socket in \
      /etc/exhibit/exhibit.toml.
      """)
  }
}
