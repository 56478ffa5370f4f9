import Core
import Glibc
import System

/// Programs of ours that no person starts by their names.
enum OtherProgram {
  /// Where the package puts them.
  private static let folder = "/usr/libexec/exhibit"

  /// Becomes the program `name`: this one goes on as that, in the same process and with the same signals held.
  ///
  /// It returns only where that fails, with why. In a repository the program lies beside this one.
  static func become(_ name: String, _ arguments: [String]) -> Failure {
    let own = SharedFiles.ownProgram
    let beside = String(own[..<(own.lastIndex(of: "/") ?? own.startIndex)])
    let near = "\(beside)/\(name)"
    let path = access(near, X_OK) == 0 ? near : "\(folder)/\(name)"
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    defer { words.forEach { free($0) } }
    execv(path, words)
    return .refused(.programMissing(path, SystemError(call: "execv", code: errno).reason))
  }
}

extension Phrase {
  fileprivate static func programMissing(_ path: String, _ reason: String) -> Phrase {
    Phrase(
      "program.missing",
      "\(path) can't be started: \(reason). Install Exhibit's package again, or build all of it by 'make build'."
    )
  }
}
