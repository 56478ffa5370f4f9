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
      try EvidenceFolder.names(in: path)
    }
    return names.map { "\(folder)/\($0)" }
  }

  /// Whether `file` is a file, and not a link, a folder or a device.
  func isPlainFile(_ file: String) -> Bool { type(of: file) == S_IFREG }

  private func type(of file: String) -> mode_t {
    var facts = stat()
    return lstat("\(root)/\(file)", &facts) == 0 ? facts.st_mode & S_IFMT : 0
  }

  /// The names of what is in the folder `path`, in their order.
  static func names(in path: String) throws(SystemError) -> [String] {
    guard let stream = opendir(path) else { throw SystemError(errnoOf: "opendir") }
    defer { closedir(stream) }
    var names: [String] = []
    while let name = try nextName(in: stream) {
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private static func nextName(in stream: OpaquePointer) throws(SystemError) -> String? {
    errno = 0  // the only way to tell the end from an error, by readdir(3)
    guard let entry = readdir(stream) else {
      guard errno == 0 else { throw SystemError(errnoOf: "readdir") }
      return nil
    }
    return withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
