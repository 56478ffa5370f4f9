import Evidence
import Glibc

/// What is left of a store a verifier finds good that has no part of ours: another statement of what records mean.
struct VerifierRule {
  /// More than it says of a store that is good.
  private static let mostWords = 1 << 20

  /// Path of `verify.py`.
  let script: String

  /// Runs it on the store in `directory`, which has to have the record `head`; blocks until it has read all.
  func check(_ directory: String, _ head: Head?) throws(Violation) {
    let words = ["python3", script, directory] + (head.map { ["--head", $0.text] } ?? [])
    let command = words.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
    guard let pipe = popen("\(command) 2>&1", "r") else {
      throw Violation(Self.self, "no shell can be started")
    }
    var said = [UInt8](repeating: 0, count: VerifierRule.mostWords)
    let count = fread(&said, 1, said.count, pipe)
    guard pclose(pipe) == 0 else {
      let lines = String(decoding: said[..<count], as: UTF8.self).split(separator: "\n")
      throw Violation(Self.self, lines.joined(separator: " "))
    }
  }
}
