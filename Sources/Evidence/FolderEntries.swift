import Core
import Glibc
import System

extension EvidenceFolder {
  /// What is in `folder`, as paths relative to the store in the order of their names.
  ///
  /// A file in place of a folder is its own only entry.
  func entries(of folder: String) throws(Failure) -> [String] {
    guard type(of: folder) == S_IFDIR else { return [folder] }
    let path = "\(root)/\(folder)"
    let names = try Failure.at(path) { () throws(SystemError) in
      try Folder.names(in: path)
    }
    return names.map { "\(folder)/\($0)" }
  }

  /// Whether `file` is a file, and not a link, a folder or a device.
  func isPlainFile(_ file: String) -> Bool { type(of: file) == S_IFREG }

  private func type(of file: String) -> mode_t {
    var facts = stat()
    return lstat("\(root)/\(file)", &facts) == 0 ? facts.st_mode & S_IFMT : 0
  }
}
