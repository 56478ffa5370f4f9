import ArgumentParser
import Core
import Glibc
import System

/// The sentences of a command: for people each as it comes; for a program that asks by `--json` one object at the end, as
/// the console's answers are.
enum CommandAnswer {
  /// Whether a program asks.
  static let isForProgram = CommandLine.arguments.contains("--json")

  /// What a program is still to hear.
  ///
  /// A command runs on one thread.
  nonisolated(unsafe) private static var told: [Phrase] = []
  /// Where a program hears it: not where a file's bytes go.
  nonisolated(unsafe) private static var descriptor = STDOUT_FILENO
  /// Whether it has its object already.
  nonisolated(unsafe) static var isGiven = false

  /// Says `phrase` on standard output.
  static func tell(_ phrase: Phrase) throws {
    guard !isForProgram else { return told.append(phrase) }
    // What others have named may steer a terminal.
    try StandardOutput.print(Reply(phrase).text(in: .present))
  }

  /// Says `reply` on standard output.
  static func tell(_ reply: Reply) throws {
    switch reply {
    case .sentences(let phrases): for phrase in phrases { try tell(phrase) }
    case .json(let text): try StandardOutput.print(text)
    }
  }

  /// Says `phrase` beside what standard output is for.
  static func tellAside(_ phrase: Phrase) {
    if isForProgram { told.append(phrase) } else { StandardError.say(phrase.told) }
  }

  /// Says `phrase`, why something can't be done, on standard error; to a program with the rest.
  static func refuse(_ phrase: Phrase) {
    if isForProgram, !isGiven { told.append(phrase) } else { StandardError.say(phrase.told) }
  }

  /// Standard output is for the bytes of a file from now on.
  static func leaveOutputToFile() { descriptor = STDERR_FILENO }

  /// Tells a program all that there is to say.
  static func end() throws {
    guard !told.isEmpty else { return }
    do throws(SystemError) {
      try StandardOutput.write(Reply.sentences(told).json, to: descriptor)
    } catch {
      throw StandardOutput.ending(for: StandardOutput.failure(error))
    }
  }
}

/// The wish of a program for a command's answer; which form it has goes by `CommandAnswer`.
struct AnswerForm: ParsableArguments {
  @Flag(name: .customLong("json"), help: "One JSON object on one line.")
  var isJSON = false
}

/// Says `phrase` as the reason why a command ends with `code`; to be thrown.
func complaint(_ phrase: Phrase, code: ExitCode = .failure) -> ExitCode {
  CommandAnswer.refuse(phrase)
  return code
}

/// Says lines that somebody else has written, as `complaint` does.
func complaint(lines text: String, code: ExitCode = .failure) -> ExitCode {
  complaint(.lines(text), code: code)
}

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

  /// End of a command that failed as `failure` says, which is told.
  ///
  /// Of the output itself standard error tells, and a reader that has gone away wants no sentence.
  static func ending(for failure: Failure) -> ExitCode {
    guard failure.role == .console else { return complaint(failure.phrase) }
    if failure.cause?.code != EPIPE { StandardError.say(failure.phrase.told) }
    return .failure
  }
}
