import Core
import Glibc
import System

/// Whether this user may use a device, and which group may.
package struct DeviceAccess: Hashable, Sendable {
  /// The node.
  package let path: String
  /// The group that it belongs to; nil where it has no name.
  package let group: String?
  /// Whether this user may read and write it.
  package let isAllowed: Bool

  /// A device with these facts.
  package init(path: String, group: String?, isAllowed: Bool) {
    self.path = path
    self.group = group
    self.isAllowed = isAllowed
  }

  /// Access to `path` now; nil if nothing is there.
  package init?(of path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    let group = getgrgid(facts.st_gid).map { String(cString: $0.pointee.gr_name) }
    self.init(path: path, group: group, isAllowed: access(path, R_OK | W_OK) == 0)
  }
}

/// The user that this program runs as.
package struct Account: Hashable, Sendable {
  /// Its name, or its number where it has none.
  package let name: String
  /// Whether it may do everything.
  package let isRoot: Bool

  /// A user.
  package init(name: String, isRoot: Bool) {
    self.name = name
    self.isRoot = isRoot
  }

  /// The one whose rights count now.
  package static var current: Account {
    let number = geteuid()
    let name = getpwuid(number).map { String(cString: $0.pointee.pw_name) }
    return Account(name: name ?? "\(number)", isRoot: number == 0)
  }
}

/// Another process that has a device open.
package struct DeviceHolder: Hashable, Sendable {
  /// Its number.
  package let process: Int32
  /// The program's name as the kernel keeps it, at most 15 characters.
  package let name: String

  /// The process `process`, called `name`.
  package init(process: Int32, name: String) {
    self.process = process
    self.name = name
  }

  /// Process that has the device at `path` open, as far as /proc lets this user see.
  ///
  /// Devices are compared by number, so that a link by name and the node are the same. It reads
  /// every process's descriptors: for the way to a failure's sentence, not for a loop.
  package static func holder(of path: String) -> DeviceHolder? {
    guard let device = deviceNumber(of: path) else { return nil }
    let processes = names(in: "/proc").compactMap { Int32($0) }.filter { $0 != getpid() }
    guard let process = processes.sorted().first(where: { hasOpen(device, process: $0) })
    else { return nil }
    // One without a name ended meanwhile, and with it most likely the trouble.
    let name = SysfsAttribute.textIfReadable(at: "/proc/\(process)/comm")
    return DeviceHolder(process: process, name: name ?? "?")
  }

  private static func hasOpen(_ device: dev_t, process: Int32) -> Bool {
    let folder = "/proc/\(process)/fd"
    return names(in: folder).contains { deviceNumber(of: "\(folder)/\($0)") == device }
  }

  /// The number of the device at `path`; nil where there is none.
  static func deviceNumber(of path: String) -> dev_t? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
    return status.st_rdev
  }

  /// What is in a folder of /proc; nothing where the process has ended or is somebody else's.
  private static func names(in folder: String) -> [String] {
    (try? Folder.names(in: folder)) ?? []
  }
}

/// Process to whose session a terminal belongs: that of a login prompt, or of somebody who has logged in.
///
/// Every user may read this of every process, unlike who has a file open. Source: `tty_nr` of
/// proc_pid_stat(5).
package enum TerminalSession {
  /// The first process that has the terminal at `path` for its session; nil where there is none.
  ///
  /// - Parameter root: where the kernel lists its processes.
  package static func holder(of path: String, under root: String = "/proc") -> DeviceHolder? {
    guard let terminal = DeviceHolder.deviceNumber(of: path) else { return nil }
    let files = DevicePaths.numbered(DevicePaths.matching(root + "/[0-9]*/stat"))
    return files.lazy.compactMap { SysfsAttribute.textIfReadable(at: $0) }
      .first { Self.terminal(in: $0) == terminal }.flatMap(holder)
  }

  /// The device number in a process's status: `412 (agetty) S 1 412 412 1088 …`.
  ///
  /// A name may have brackets and spaces in it; nothing behind the last bracket is a name.
  static func terminal(in status: String) -> dev_t? {
    guard let end = status.lastIndex(of: ")") else { return nil }
    let fields = status[end...].split(separator: " ")
    guard fields.count > 5, let number = Int32(fields[5]), number != 0 else { return nil }
    return dev_t(UInt32(bitPattern: number))
  }

  private static func holder(in status: String) -> DeviceHolder? {
    guard let begin = status.firstIndex(of: "("), let end = status.lastIndex(of: ")"),
      let process = Int32(status[..<begin].filter(\.isNumber))
    else { return nil }
    return DeviceHolder(process: process, name: String(status[begin..<end].dropFirst()))
  }
}
