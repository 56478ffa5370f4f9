import Core
import Glibc
import System
import Testing

@testable import Drivers

/// The failure that `body` ends in; nil when it succeeds.
func failure(of body: () throws(Failure) -> Void) -> Failure? {
  do {
    try body()
    return nil
  } catch {
    return error
  }
}

/// A folder of real files in the place of the root; it goes away with the value.
final class FileTree {
  let root: String

  init() throws {
    var template = Array("/tmp/exhibit-tree-XXXXXX".utf8CString)
    root = String(cString: try #require(mkdtemp(&template)))
  }

  deinit { Folder.erase(root) }

  /// Writes `text` to `path`, whose folders are made.
  func write(_ text: String, to path: String) throws {
    var folder = root
    for part in path.split(separator: "/").dropLast() {
      folder += "/\(part)"
      mkdir(folder, 0o755)
    }
    let file = try FileDescriptor(opening: "\(root)/\(path)", O_WRONLY | O_CREAT | O_TRUNC)
    try Array(text.utf8).withUnsafeBytes { try file.writeAll($0) }
  }

  /// Makes a program of the shell's `lines`, and says where.
  ///
  /// Another process writes it: what a test beside this one starts could inherit our descriptor, and
  /// a file open for writing can't be run.
  func script(_ lines: String) throws -> String {
    try write("#!/bin/sh\n\(lines)\n", to: "lines")
    try #require(system("install -m 755 \(root)/lines \(root)/script") == 0)
    return "\(root)/script"
  }
}
