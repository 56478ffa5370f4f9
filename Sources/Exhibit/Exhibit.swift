import Core
import Door
import Glibc
import System

/// The `exhibit` command: it asks the camera's program by its socket, which costs little, and becomes `exhibit-tools` for
/// all that wants more: a configuration, a store, another language, help.
@main
enum Exhibit {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    do throws(Ending) {
      if let line = TerminalLine(words) {
        try line.serve()
      } else if let question = StatusQuestion(words) {
        try question.ask()
      } else if var line = ConsoleLine(words) {
        try line.run()
      } else {
        throw .others
      }
    } catch {
      error.end(words)
    }
  }
}

/// Why the command ends otherwise than well.
enum Ending: Error, Hashable {
  /// With this code; what there is to say is said.
  case code(Int32)
  /// With a sentence that is still to be said, and a code; `isFirst`: nothing was said before it.
  case complaint(Phrase, Int32, isFirst: Bool)
  /// By the program that knows more, for which the words are.
  case others

  /// The end for who speaks to the running program, and can't as `failure` says.
  init(_ failure: Failure, isFirst: Bool) {
    self = .complaint(failure.phrase, failure.exitStatus, isFirst: isFirst)
  }

  /// The end where standard output does not take what there is to say: a reader that has gone away wants no sentence.
  init(ofOutput error: SystemError) {
    let isGone = error.code == EPIPE
    self =
      isGone ? .code(1) : .complaint(StandardOutput.failure(error).phrase, 1, isFirst: false)
  }

  /// Ends the command, whose words are `words`, so.
  func end(_ words: [String]) -> Never {
    switch self {
    case .code(let code): exit(code)
    case .complaint(let phrase, let code, true) where words.areOfProgram:
      try? StandardOutput.write(Reply(phrase).json)
      exit(code)
    case .complaint(let phrase, let code, _):
      // The sentences in the language of the configuration are the other's, and so is the end.
      let complaint = PassedComplaint(phrase, code: code)
      _ = OtherProgram.become("exhibit-tools", complaint.words + words)
      StandardError.say(phrase.english)
      exit(code)
    case .others:
      let word = CommandLine.arguments.first
      let failure = OtherProgram.become("exhibit-tools", words, startedAs: word)
      StandardError.say(failure.phrase.english)
      exit(EXIT_FAILURE)
    }
  }
}

extension [String] {
  /// Whether a program is to read what they lead to.
  var areOfProgram: Bool { contains("--json") }
}

/// The socket at which the running program is asked.
struct RunningSocket {
  private let place: ConsolePlace

  /// The one that the words of a command name; else the usual one, unless they name a configuration that says which.
  init(_ place: ConsolePlace) {
    self.place = place
  }

  /// The outcome of `conversation`, which is given its path.
  ///
  /// Where words name no socket, and nobody answers at the usual one, a configuration may say where else: others read that.
  func reach<Outcome>(
    by conversation: (String) throws(Failure) -> Outcome
  ) throws(Ending) -> Outcome {
    guard place.socket != nil || place.configuration == nil else { throw .others }
    do throws(Failure) {
      return try conversation(place.socket ?? BoardPlan.usualSocket)
    } catch {
      let isAbsent = [ENOENT, ECONNREFUSED].contains(error.cause?.code)
      if place.socket == nil, isAbsent { throw .others }
      throw Ending(error, isFirst: true)
    }
  }
}
