import ArgumentParser
import Core
import Glibc
import System

/// Standard output: what it does not take is an error of the command, and ends it.
enum StandardOutput {
  /// Writes `text` and the end of a line.
  static func print(_ text: String) throws {
    CommandAnswer.isGiven = true
    do throws(SystemError) {
      try write(text)
    } catch {
      throw ending(for: failure(error))
    }
  }

  /// Writes `text` and the end of a line to `descriptor`; blocks until it has taken all.
  static func write(_ text: String, to descriptor: Int32 = STDOUT_FILENO) throws(SystemError) {
    try write(Array((text + "\n").utf8), to: descriptor)
  }

  /// Writes `bytes` to `descriptor`; blocks until it has taken all.
  static func write(
    _ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO
  ) throws(SystemError) {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let taken = try SystemError.check("write") {
        bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      }
      bytes.removeFirst(taken)
    }
  }

  /// `error` of writing, for people.
  static func failure(_ error: SystemError) -> Failure {
    Failure(
      .console, Phrase("output.refused", "The output cannot be written: \(error.reason)."),
      cause: error)
  }

  /// What a command ends with that failed as `failure` says, which is told.
  ///
  /// Of the output itself standard error tells, and a reader that has gone away wants no sentence.
  static func ending(for failure: Failure) -> ExitCode {
    guard failure.role == .console else { return complaint(failure.phrase) }
    if failure.cause?.code != EPIPE { StandardError.say(failure.phrase.told) }
    return .failure
  }
}
