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

  /// A device with what is known of it.
  package init(path: String, group: String?, isAllowed: Bool) {
    self.path = path
    self.group = group
    self.isAllowed = isAllowed
  }

  /// What holds for `path` now; nil if nothing is there.
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

  /// Who else has the device at `path` open, as far as /proc lets this user see.
  ///
  /// Devices are compared by number, so that a link by name and the node are the same. It reads
  /// every process's descriptors: for the way to a failure's sentence, not for a loop.
  static func holder(of path: String) -> DeviceHolder? {
    guard let device = deviceNumber(of: path) else { return nil }
    let processes = fileNames(in: "/proc").compactMap { Int32($0) }.filter { $0 != getpid() }
    return processes.first { hasOpen(device, process: $0) }.map {
      DeviceHolder(process: $0, name: programName(of: $0))
    }
  }

  private static func hasOpen(_ device: dev_t, process: Int32) -> Bool {
    let folder = "/proc/\(process)/fd"
    return fileNames(in: folder).contains { deviceNumber(of: "\(folder)/\($0)") == device }
  }

  /// The number of the device at `path`; nil where there is none.
  static func deviceNumber(of path: String) -> dev_t? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
    return status.st_rdev
  }

  private static func programName(of process: Int32) -> String {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)
    defer { bytes.deallocate() }
    do throws(SystemError) {
      let file = try FileDescriptor(opening: "/proc/\(process)/comm", O_RDONLY)
      let count = try file.read(into: bytes)
      return String(decoding: bytes[..<count].prefix { $0 != 0x0a }, as: UTF8.self)
    } catch {
      return "?"  // It ended meanwhile, and with it most likely the trouble.
    }
  }
}

/// The names in a folder, dot files left out; none if it cannot be read.
func fileNames(in folder: String) -> [String] {
  guard let stream = opendir(folder) else { return [] }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names
}

/// Whose session a terminal belongs to: that of a login prompt, or of somebody who has logged in.
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
