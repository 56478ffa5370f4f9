import ArgumentParser
import Core
import Glibc
import System

/// Standard output of a command: what it does not take is an error of that, and ends it.
extension StandardOutput {
  /// Writes `text` and the end of a line.
  static func print(_ text: String) throws {
    CommandAnswer.isGiven = true
    do throws(SystemError) {
      try write(text)
    } catch {
      throw ending(for: failure(error))
    }
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
