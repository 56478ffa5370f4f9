import Core
import Door
import System

/// `exhibit status`: the question how the running program is.
struct StatusQuestion {
  /// Whether the answer is to be one JSON object.
  let isForProgram: Bool
  private let socket: RunningSocket

  /// The question that the words of a command line put; nil for all others.
  init?(_ words: [String]) {
    var rest = words
    socket = RunningSocket(ConsolePlace(takenFrom: &rest))
    guard rest == ["status"] || rest == ["status", "--json"] else { return nil }
    isForProgram = rest.areOfProgram
  }

  /// Writes the answer, and ends the command by what it says.
  func ask() throws(Ending) {
    // Both forms are asked for in one session: they are of the same measurement.
    let answer = try socket.reach { path throws(Failure) in
      StatusAnswer(try ConsoleClient.ask("status --json\nstatus", at: path))
    }
    guard answer.isStatus else { throw .complaint(.lines(answer.whole), 1, isFirst: true) }
    do throws(SystemError) {
      try StandardOutput.write(isForProgram ? answer.json : answer.sentences)
    } catch {
      throw Ending(ofOutput: error)
    }
    if answer.hasFaults { throw .code(ExitStatus.faults) }
  }
}

/// Answer of the running program about its state, for programs and then for people.
struct StatusAnswer {
  /// All of it.
  let whole: String
  /// The first line.
  let json: String
  /// The rest.
  let sentences: String

  init(_ answer: String) {
    whole = String(answer.trimmingEnd)
    let lines = answer.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    json = String(lines.first ?? "")
    sentences = String((lines.dropFirst().first ?? "").trimmingEnd)
  }

  /// Whether it is a state, and no reason why none is told: only there a member has this name, because within
  /// a text each quotation mark has a backslash before it.
  var isStatus: Bool { json.holds(#""faults":["#) }

  /// Whether something that should work does not.
  var hasFaults: Bool { isStatus && !json.holds(#""faults":[]"#) }
}

extension StringProtocol {
  /// The text without the line ends at its end.
  fileprivate var trimmingEnd: SubSequence {
    var text = self[...]
    while text.last == "\n" { text.removeLast() }
    return text
  }
}
