import Glibc

/// A folder under `/tmp` that goes away with everything written to it.
final class TemporaryFolder {
  let path: String
  private var created: [String] = []

  init() {
    var template = Array("/tmp/exhibit-configuration-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "mkdtemp")
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    for entry in created.reversed() { remove(entry) }
    rmdir(path)
  }

  /// Writes `text` to `name`, which may be some folders deep, and answers its path.
  @discardableResult
  func write(_ text: String, to name: String) -> String {
    var entry = path
    for part in name.split(separator: "/").dropLast() {
      entry += "/\(part)"
      if mkdir(entry, 0o755) == 0 { created.append(entry) }
    }
    entry = "\(path)/\(name)"
    guard let file = fopen(entry, "w") else { preconditionFailure("fopen \(entry)") }
    created.append(entry)
    fputs(text, file)
    fclose(file)
    return entry
  }
}
