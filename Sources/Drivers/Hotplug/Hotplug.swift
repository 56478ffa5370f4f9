import CLinux
import Core
import Glibc
import System

/// The kernel's own news of devices that come and go: a netlink(7) socket of the family
/// `NETLINK_KOBJECT_UEVENT`, which needs neither udev nor rights.
///
/// It has no news where the kernel or a sandbox denies the socket; whoever waits for a device then has
/// to look again from time to time.
package struct Hotplug: ~Copyable {
  /// What happened.
  package enum News: Hashable, Sendable {
    /// The kernel told this.
    case event(Uevent)
    /// There was more than the socket could hold: anything may have come.
    case overrun
  }

  /// So many messages are read at a time; what is beyond them leaves `descriptor` readable.
  package static let batch = 32
  /// The kernel's own buffer for one event has 2048 bytes, besides the path in its header.
  static let longestMessage = 8192
  /// The multicast group in which the kernel speaks; udev's own is 2.
  private static let kernelGroup: UInt32 = 1

  private let socket: FileDescriptor
  private let buffer: UnsafeMutableRawBufferPointer

  /// Begins to listen.
  package init() throws(SystemError) {
    let socket = try Hotplug.makeSocket()
    try Hotplug.join(socket)
    self.socket = socket
    buffer = .allocate(byteCount: Hotplug.longestMessage, alignment: 16)
  }

  deinit {
    buffer.deallocate()
  }

  /// What the poller watches, as readable.
  package var descriptor: Int32 { socket.number }

  /// The next news, or nil when there is none; never blocks.
  ///
  /// Only the kernel is believed: messages of other processes are skipped, at most `batch` of them.
  package borrowing func read() throws(SystemError) -> News? {
    for _ in 0..<Hotplug.batch {
      do throws(SystemError) {
        let (count, sender) = try receive()
        let message = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        guard sender == 0, let event = Uevent(parsing: message) else { continue }
        return .event(event)
      } catch {
        switch error.code {
        case EAGAIN: return nil
        case ENOBUFS: return .overrun
        default: throw error
        }
      }
    }
    return nil
  }

  /// One message in `buffer`: its length, and the port of its sender, which is 0 for the kernel.
  private borrowing func receive() throws(SystemError) -> (byteCount: Int, sender: UInt32) {
    var address = sockaddr_nl()
    var length = socklen_t(MemoryLayout<sockaddr_nl>.size)
    let (descriptor, buffer) = (socket.number, buffer)
    let count = try SystemError.check("recvfrom") {
      withUnsafeMutableBytes(of: &address) { bytes in
        recvfrom(
          descriptor, buffer.baseAddress, buffer.count, 0,
          bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, &length)
      }
    }
    return (count, address.nl_pid)
  }

  private static func makeSocket() throws(SystemError) -> FileDescriptor {
    let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    return FileDescriptor(
      owning: try SystemError.check("socket") {
        Glibc.socket(AF_NETLINK, type, NETLINK_KOBJECT_UEVENT)
      })
  }
  private static func join(_ socket: borrowing FileDescriptor) throws(SystemError) {
    var address = sockaddr_nl()
    address.nl_family = __kernel_sa_family_t(AF_NETLINK)
    address.nl_groups = kernelGroup
    let descriptor = socket.number
    try SystemError.check("bind") {
      withUnsafeBytes(of: &address) { bytes in
        // The sockaddr that bind wants is the first member of every address.
        bind(
          descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress,
          socklen_t(bytes.count))
      }
    }
  }
}
