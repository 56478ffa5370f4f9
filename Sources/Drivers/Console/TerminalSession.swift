import Core
import Glibc

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
