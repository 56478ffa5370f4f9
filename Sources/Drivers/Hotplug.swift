import CLinux
import Core
import Glibc
import System

/// The kernel's own news of devices that come and go: a netlink(7) socket of the family
/// `NETLINK_KOBJECT_UEVENT`, which needs neither udev nor rights.
///
/// It has no news where the kernel or a sandbox denies the socket; whoever waits for a device then has
/// to look again from time to time.
struct Hotplug: ~Copyable {
  /// What happened.
  enum Event: Hashable, Sendable {
    /// The kernel told this.
    case event(Uevent)
    /// There was more than the socket could hold: anything may have come.
    case overrun
  }

  /// So many messages are read at a time; what is beyond them leaves `descriptor` readable.
  static let batch = 32
  /// The kernel's own buffer for one event has 2048 bytes, besides the path in its header.
  private static let longestMessage = 8192
  /// The multicast group in which the kernel speaks; udev's own is 2.
  private static let kernelGroup: UInt32 = 1

  private let socket: FileDescriptor
  private let buffer: UnsafeMutableRawBufferPointer

  /// Begins to listen.
  init() throws(SystemError) {
    let socket = try Hotplug.makeSocket()
    try Hotplug.join(socket)
    self.socket = socket
    buffer = .allocate(byteCount: Hotplug.longestMessage, alignment: 16)
  }

  deinit {
    buffer.deallocate()
  }

  /// Descriptor that the poller watches for reading.
  var descriptor: Int32 { socket.number }

  /// The next news, or nil when there is none; never blocks.
  ///
  /// Only the kernel is believed: messages of other processes are skipped, at most `batch` of them.
  borrowing func read() throws(SystemError) -> Event? {
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

/// What the kernel tells of a device that came, went or changed.
///
/// The message is `ACTION@DEVPATH`, a zero, and lines `KEY=VALUE`, a zero after each (`kobject_uevent_env`
/// in the kernel's `lib/kobject_uevent.c`).
struct Uevent: Hashable, Sendable {
  /// `add`, `remove`, `change`, `bind` and others.
  let action: String
  /// `video4linux`, `gpio`, `iio` and others.
  let subsystem: String
  /// The node under /dev, such as `video0`, where there is one.
  let node: String?

  /// An event with these facts.
  init(action: String, subsystem: String, node: String? = nil) {
    self.action = action
    self.subsystem = subsystem
    self.node = node
  }

  /// The event in a message of the kernel; nil where it is something else, or says too little.
  init?(parsing message: UnsafeRawBufferPointer) {
    let parts = message.split(separator: 0)
    guard let header = parts.first, header.contains(UInt8(ascii: "@")) else { return nil }
    let lines = parts.dropFirst()
    guard let action = Uevent.value(of: "ACTION=", in: lines),
      let subsystem = Uevent.value(of: "SUBSYSTEM=", in: lines)
    else { return nil }
    self.init(
      action: action, subsystem: subsystem, node: Uevent.value(of: "DEVNAME=", in: lines))
  }

  /// Whether a device may be usable now that was not before.
  var isArrival: Bool { action == "add" || action == "change" }

  private static func value(
    of key: String, in lines: ArraySlice<Slice<UnsafeRawBufferPointer>>
  ) -> String? {
    guard let line = lines.first(where: { $0.starts(with: key.utf8) }) else { return nil }
    return String(decoding: line.dropFirst(key.utf8.count), as: UTF8.self)
  }
}
