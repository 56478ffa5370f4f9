import CLinux
import Core
import Glibc
import System

/// The way to the service manager: one datagram a notice, as sd_notify(3) describes them.
///
/// It never blocks: what the manager has no room for, or where it does not listen, is dropped. The camera
/// is there to take photos, not to be supervised.
struct ServiceNotifier: ~Copyable {
  private let link: FileDescriptor
  private let address: NotifyAddress

  private init(_ link: consuming FileDescriptor, _ address: NotifyAddress) {
    self.link = link
    self.address = address
  }

  /// The way that `NOTIFY_SOCKET` in the environment names; nil where there is no manager.
  static func fromEnvironment() -> ServiceNotifier? {
    guard let name = getenv("NOTIFY_SOCKET") else { return nil }
    return way(to: String(cString: name))
  }

  /// The way to the socket `name`, a path or an abstract name that begins with `@`; nil for others.
  static func way(to name: String) -> ServiceNotifier? {
    let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard let address = NotifyAddress(name) else { return nil }
    let number = socket(AF_UNIX, type, 0)
    guard number >= 0 else { return nil }
    return ServiceNotifier(FileDescriptor(owning: number), address)
  }

  /// Sends the manager `notice`, in `language` where it has words.
  func send(_ notice: Notice, in language: Language = .english) {
    address.send(notice.assignment(in: language), through: link.number)
  }
}

extension Notice {
  /// It as the manager reads it: a variable and its value.
  fileprivate func assignment(in language: Language) -> String {
    switch self {
    case .ready: "READY=1"
    case .status(let phrase): "STATUS=\(phrase.text(in: language).printable)"
    case .alive: "WATCHDOG=1"
    case .stopping: "STOPPING=1"
    }
  }
}

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

  /// Sends `text` as one datagram, or not at all.
  func send(_ text: String, through socket: Int32) {
    let bytes = Array(text.utf8)
    let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    withUnsafeBytes(of: address) { address in
      // The sockaddr that sendto wants is the first member of every address.
      let target = address.assumingMemoryBound(to: sockaddr.self).baseAddress
      _ = sendto(socket, bytes, bytes.count, flags, target, byteCount)
    }
  }
}

/// How long the service manager waits for a sign of progress (sd_watchdog_enabled(3)).
package enum ServiceWatchdog {
  /// The time by `WATCHDOG_USEC` and `WATCHDOG_PID` in the environment; nil if nobody waits for us.
  package static var patience: Duration? {
    patience(
      microseconds: getenv("WATCHDOG_USEC").map { String(cString: $0) },
      process: getenv("WATCHDOG_PID").map { String(cString: $0) }, own: getpid())
  }

  /// The time by the two variables' texts; another process than `own` may be meant.
  static func patience(microseconds: String?, process: String?, own: pid_t) -> Duration? {
    guard let count = microseconds.flatMap(Int.init), count > 0 else { return nil }
    if let process, pid_t(process) != own { return nil }
    return .microseconds(count)
  }
}
