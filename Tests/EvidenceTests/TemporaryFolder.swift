import Core
import Evidence
import Glibc

/// A folder of its own for each test; its end removes it.
struct TemporaryFolder: ~Copyable {
  let path: String

  init() {
    var template = Array("/tmp/exhibit-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp: \(errno)") }
    path = String(decoding: template.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self)
  }

  deinit {
    nftw(path, { path, _, _, _ in path.map { remove($0) } ?? 0 }, 8, FTW_DEPTH | FTW_PHYS)
  }
}
