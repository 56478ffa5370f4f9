import CLinux
import Core
import Glibc
import System

/// The way to the service manager: one datagram a word, as sd_notify(3) describes them.
///
/// It never blocks: what the manager has no room for, or where it does not listen, is dropped. The camera
/// is there to take photos, not to be supervised.
public struct ServiceNotifier: ~Copyable {
  /// How many words could not be sent.
  public private(set) var dropCount = 0

  private let link: FileDescriptor
  private let address: NotifyAddress

  private init(_ link: consuming FileDescriptor, _ address: NotifyAddress) {
    self.link = link
    self.address = address
  }

  /// The way that `NOTIFY_SOCKET` in the environment names; nil where there is no manager.
  public static func fromEnvironment() -> ServiceNotifier? {
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

  /// Tells the manager `notice`.
  public mutating func tell(_ notice: Notice) {
    if !address.send(notice.assignment, through: link.number) { dropCount += 1 }
  }
}

extension Notice {
  /// It as the manager reads it: a variable and its value.
  var assignment: String {
    switch self {
    case .ready: "READY=1"
    case .status(let phrase): "STATUS=\(phrase.english)"
    case .alive: "WATCHDOG=1"
    case .stopping: "STOPPING=1"
    }
  }
}
