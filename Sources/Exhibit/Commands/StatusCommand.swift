import ArgumentParser
import Core
import Door
import Drivers

/// `exhibit status`: asks the running program.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Ask the running program how it is.",
    discussion: "Ends with 3 if something that should work does not, with 69 where nothing runs.")

  @OptionGroup var file: ConfigurationFile

  @Flag(help: "One JSON object on one line.")
  var json = false

  @Option(help: "The running program's socket; that of the configuration unless given.")
  var socket: String?

  @Option(
    name: .shortAndLong, help: "The store of a running demo, which has its socket inside.")
  var store: String?

  func run() throws {
    let place = ConsolePlace(socket: socket, store: store, configuration: file.path)
    try StatusQuestion(place: place, isJSON: json).ask()
  }
}

/// The question how the running program is.
struct StatusQuestion {
  let place: ConsolePlace
  /// Whether the answer is to be one JSON object.
  let isJSON: Bool

  /// The question that the plain words of a command line put, read without the parser, which looks at each type of the
  /// program; nil for all others.
  static func plain(_ words: [String]) -> StatusQuestion? {
    var rest = words
    let place = ConsolePlace(takenFrom: &rest)
    switch rest {
    case ["status"]: return StatusQuestion(place: place, isJSON: false)
    case ["status", "--json"]: return StatusQuestion(place: place, isJSON: true)
    default: return nil
    }
  }

  /// Writes the answer, and ends the program by what it says.
  func ask() throws {
    let answer = try answer()
    guard answer.isStatus else { throw complaint(lines: answer.whole) }
    try StandardOutput.print(isJSON ? answer.json : answer.sentences)
    if answer.hasFaults { throw ExitCode.faults }
  }

  /// Both forms are asked for in one session: they are of the same measurement.
  private func answer() throws -> StatusAnswer {
    let path = try place.socket()
    do throws(Failure) {
      return StatusAnswer(try ConsoleClient.ask("status --json\nstatus", at: path))
    } catch {
      throw complaint(error.phrase, code: ConsoleLine.code(of: error))
    }
  }
}

/// What the running program says of its state, for programs and then for people.
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
  var isStatus: Bool { json.contains(#""faults":["#) }

  /// Whether something that should work does not.
  var hasFaults: Bool { isStatus && !json.contains(#""faults":[]"#) }
}

extension StringProtocol {
  /// The text without the line ends at its end.
  fileprivate var trimmingEnd: SubSequence {
    var text = self[...]
    while text.last == "\n" { text.removeLast() }
    return text
  }
}
