import Core
import Glibc
import System

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
