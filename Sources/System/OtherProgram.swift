import Core
import Glibc

/// The other programs of ours, most of which no person starts by their names.
package enum OtherProgram {
  /// Where the package puts them.
  private static let folders = ["/usr/libexec/exhibit", "/usr/bin"]

  /// Becomes the program `name`: this one goes on as that, in the same process and with the same signals held.
  ///
  /// It returns only where that fails, with why. In a repository the program lies beside this one.
  ///
  /// - Parameter word: what it is to take for the word that it was started with; its path unless given.
  package static func become(
    _ name: String, _ arguments: [String], startedAs word: String? = nil
  ) -> Failure {
    let path = path(of: name)
    let words = OtherProgram.words([word ?? path] + arguments)
    defer { words.forEach { free($0) } }
    execv(path, words)
    return failure(path, SystemError(errnoOf: "execv"))
  }

  /// Starts the program `name` as a child, with the same signals held, of which nobody waits for the end.
  package static func start(_ name: String, _ arguments: [String]) throws(Failure) {
    let path = path(of: name)
    let words = OtherProgram.words([path] + arguments)
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, path, nil, nil, words, environ)
    guard code == 0 else { throw failure(path, SystemError(call: "posix_spawn", code: code)) }
  }

  private static func path(of name: String) -> String {
    let own = SharedFiles.ownProgram
    let beside = String(own[..<(own.lastIndex(of: "/") ?? own.startIndex)])
    let places = ([beside] + folders).map { "\($0)/\(name)" }
    return places.first { access($0, X_OK) == 0 } ?? places[0]
  }

  /// Arguments as the kernel takes them, in memory that is the caller's to free.
  private static func words(_ arguments: [String]) -> [UnsafeMutablePointer<CChar>?] {
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    words.append(nil)
    return words
  }

  private static func failure(_ path: String, _ error: SystemError) -> Failure {
    .refused(.programMissing(path, error.reason))
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
