import Glibc
import System
import Testing

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
}
