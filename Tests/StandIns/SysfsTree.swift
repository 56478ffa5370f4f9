import Core
import Glibc
import System

/// A directory of real files in the place of sysfs; it goes away with the value.
package final class SysfsTree {
  package let root: String

  package init() throws {
    var template = Array("/tmp/exhibit-sysfs-XXXXXX".utf8CString)
    guard let name = mkdtemp(&template) else { throw SystemError(errnoOf: "mkdtemp") }
    root = String(cString: name)
  }

  deinit { Folder.erase(root) }

  /// Makes the device `name` with `attributes`, each file as the kernel would end it.
  package func add(_ name: String, _ attributes: [String: String]) throws {
    try SystemError.check("mkdir") { mkdir("\(root)/\(name)", 0o755) }
    for (attribute, text) in attributes {
      try set("\(name)/\(attribute)", text)
    }
  }

  /// Changes one attribute, as a driver would.
  package func set(_ attribute: String, _ text: String) throws {
    let path = "\(root)/\(attribute)"
    let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC)
    try Array("\(text)\n".utf8).withUnsafeBytes { try file.writeAll($0) }
  }

  /// What one attribute says now.
  package func text(_ attribute: String) throws -> String {
    let file = try FileDescriptor(opening: "\(root)/\(attribute)", O_RDONLY)
    let bytes = try file.someBytes(atMost: 4096).prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: bytes, as: UTF8.self)
  }
}
