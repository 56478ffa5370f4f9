import CLinux
import Glibc

/// Where the service manager listens: a socket in the file system or an abstract one (unix(7)).
struct NotifyAddress {
  private let address: sockaddr_un
  private let byteCount: socklen_t

  /// The address that `name` stands for: a path that begins with `/`, or a name after `@`.
  ///
  /// Nil for others, such as the sockets of virtual machines, and for what the kernel's field can't hold.
  init?(_ name: String) {
    guard name.hasPrefix("/") || name.hasPrefix("@"), name.utf8.count > 1 else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard name.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { field in
      field.copyBytes(from: name.utf8)
      // An abstract name begins with a zero and ends where the address ends.
      if name.hasPrefix("@") { field[0] = 0 }
    }
    let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    self.address = address
    byteCount = socklen_t(offset + name.utf8.count)
  }

  /// Sends `text` as one datagram, or not at all; true if it was sent.
  func send(_ text: String, through socket: Int32) -> Bool {
    let bytes = Array(text.utf8)
    let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    let sent = withUnsafeBytes(of: address) { address in
      // The sockaddr that sendto wants is the first member of every address.
      let target = address.assumingMemoryBound(to: sockaddr.self).baseAddress
      return sendto(socket, bytes, bytes.count, flags, target, byteCount)
    }
    return sent == bytes.count
  }
}
