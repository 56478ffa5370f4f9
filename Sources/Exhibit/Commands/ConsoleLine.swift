import ArgumentParser
import Core
import Door
import Drivers
import Glibc
import System

/// `exhibit WORDS`: a command of the console, said to the running program by its socket.
///
/// The words are the console's own, so they stand in one table only. What this program does by itself too, such as `list`
/// and `export`, it does itself.
struct ConsoleLine {
  /// The line that is said.
  let line: String
  private let place: ConsolePlace

  /// Reads the words of a command line; nil where they are for this program itself.
  init?(_ words: [String]) {
    var rest = words
    place = ConsolePlace(takenFrom: &rest)
    guard let name = rest.first, ConsoleLine.isCommand(name) else { return nil }
    line = rest.joined(separator: " ")
  }

  /// Whether the console knows `name`, and this program does not by itself.
  static func isCommand(_ name: String) -> Bool {
    let isOwn = Exhibit.configuration.subcommands.contains { $0._commandName == name }
    return !isOwn && name != "help" && CommandManual.named(name) != nil
  }

  /// The commands of the console that this program does not do by itself.
  static var commands: [CommandManual] { CommandManual.all.filter { isCommand($0.name) } }

  /// How the console's command after `help` in `words`, or before `--help`, is explained; nil where there is none.
  static func explanation(_ words: [String]) -> String? {
    guard let name = explained(by: words), isCommand(name) else { return nil }
    return CommandManual.named(name)?.explained.map(\.told).joined(separator: "\n")
  }

  private static func explained(by words: [String]) -> String? {
    if words.first == "help" { return words.count == 2 ? words[1] : nil }
    return words.contains("--help") || words.dropFirst() == ["-h"] ? words.first : nil
  }

  /// Says the line, and writes what comes of it as it comes: answers to standard output, all else to standard error.
  func run() throws {
    // A program that goes away is an error of a write.
    signal(SIGPIPE, SIG_IGN)
    guard !line.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw complaint(
        Phrase(
          "console.client.control",
          "A command is one line, without characters that steer a terminal."
        ), code: .validationFailure)
    }
    let path = try place.socket()
    do {
      let dialogue = try ConsoleDialogue.connected(to: path)
      try dialogue.send(line)
      let code = try hear(dialogue)
      if code != 0 { throw ExitCode(code) }
    } catch let failure as Failure {
      throw complaint(failure.phrase, code: ConsoleLine.code(of: failure))
    }
  }

  /// Writes the answer, with an answer to each question in it that somebody can give.
  ///
  /// - Returns: the code that it ends with.
  private func hear(_ dialogue: ConsoleDialogue) throws -> Int32 {
    var (isAsked, code) = (false, Int32(0))
    repeat {
      isAsked = false
      var part = try dialogue.next()
      while true {
        if case .end(let end) = part {
          code = end
          break
        }
        isAsked = try write(part) || isAsked
        part = try dialogue.next()
      }
      if isAsked { try dialogue.send(ConsoleLine.answer()) }
    } while isAsked
    return code
  }

  /// Writes `part`; says whether it is a question that somebody here can answer.
  private func write(_ part: AnswerPart) throws -> Bool {
    switch part {
    case .out(let text): try StandardOutput.print(text.printable)
    // A program reads all of an answer in one place.
    case .err(let text) where CommandAnswer.isForProgram: try StandardOutput.print(text)
    case .err(let text): StandardError.say(text)
    case .ask(let text):
      guard isatty(STDIN_FILENO) == 1 else {
        throw complaint(Phrase.questionNeedsYes)
      }
      StandardError.say(text)
      return true
    case .end, .goesOn, .nothing, .news, .wish, .measure, .speech, .line, .screen, .keyHeard,
      .picture,
      .lines:
      break
    }
    return false
  }

  /// What is typed; whoever ends it has said no.
  private static func answer() -> String {
    let word = readLine()?.split(separator: " ").first.map { String($0) } ?? "n"
    return ["y", "j", "yes", "ja"].contains(word.lowercased()) ? "y" : "n"
  }

  /// Nobody there, not allowed, or broken off: as `sysexits.h` has it.
  static func code(of failure: Failure) -> ExitCode {
    switch failure.cause?.code {
    case EACCES, EPERM: .notPermitted
    default: .unavailable
    }
  }
}

/// The commands that only the running program can do, as the help of this one lists them.
enum ConsoleCommandList {
  /// All of it; it stands where it is told who this program's commands are, so it doesn't ask that of them.
  static let text = """
    While it runs, 'exhibit' and a command of its console say that to it: 'exhibit snap --in 2', 'exhibit thing use \
    "red cup"'. 'exhibit help snap' explains one. They end with 0 where it was done, 1 where it could not be, 64 where \
    it was written wrongly, and 69 where nothing runs. The console's commands: \(names).
    """

  private static var names: String { CommandManual.all.map(\.name).joined(separator: ", ") }
}
