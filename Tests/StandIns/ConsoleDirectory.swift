import Core
import Glibc
import System

/// A directory of the test's own, gone with the files that it names at the end.
package struct ConsoleDirectory: ~Copyable {
  package let path: String

  package init() throws {
    var template = Array("/tmp/exhibit-console.XXXXXX".utf8CString)
    guard let name = mkdtemp(&template) else { throw SystemError(errnoOf: "mkdtemp") }
    path = String(cString: name)
  }

  deinit {
    for name in ["run/console.sock", "console.sock"] { unlink(path + "/" + name) }
    rmdir(path + "/run")
    rmdir(path)
  }

  package var socket: String { path + "/console.sock" }
}
