import ArgumentParser
import Core
import Door
import System

/// `exhibit-tools`: the commands of `exhibit` that want more than the running program's socket, which becomes this for them.
@main
struct Tools: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exhibit",
    abstract: "A one-button evidence camera.",
    discussion: ConsoleCommandList.text,
    version: "exhibit \(ProgramVersion.present)",
    subcommands: [
      RunCommand.self, ConsoleCommand.self, DemoCommand.self, StatusCommand.self, ListCommand.self,
      ShowCommand.self,
      StillCommand.self, ViewCommand.self,
      ExportCommand.self, StickRun.self, ImportFilesCommand.self, VerifyCommand.self,
      RecordsCommand.self, KeyCommand.self,
      StoreCommand.self, DatabaseCommands.self,
      ReadGuideCommand.self, DevicesCommand.self, DoctorCommand.self, CheckConfigCommand.self,
      DarkCommand.self, CompletionsCommand.self, VersionCommand.self,
    ])

  static func main() {
    do {
      try obey(Array(CommandLine.arguments.dropFirst()))
      try CommandAnswer.end()
    } catch {
      end(with: error)
    }
  }

  /// Does what `words` say: where they are plain without the parser, which looks at each type of the program.
  private static func obey(_ words: [String]) throws {
    if words.allSatisfy({ $0 == "--json" }) { return try CommandAnswer.tell(FirstSteps.reply) }
    if let complaint = PassedComplaint(words) {
      StandardError.say(complaint.text(in: .present))
      throw ExitCode(complaint.code)
    }
    if let command = SaidCommand(words) { return try RunningProgram.attend(to: command) }
    if let slip = misspelling(in: words) { throw complaint(slip, code: .validationFailure) }
    var command = try parseAsRoot(words == ["-V"] ? ["--version"] : words)
    try command.run()
  }

  /// What is said where the first of `words` are no command; nil where they are one, or an option comes first.
  static func misspelling(in words: some Sequence<String>) -> Phrase? {
    var (commands, path) = (configuration.subcommands, "exhibit")
    for word in words where word != "help" {
      guard !commands.isEmpty, !word.hasPrefix("-") else { return nil }
      guard let command = commands.first(where: { $0._commandName == word }) else {
        let others = path == "exhibit" ? RunningProgram.commands.map(\.name) : []
        return unknown(word, after: path, among: commands.map { $0._commandName } + others)
      }
      (commands, path) = (command.configuration.subcommands, "\(path) \(word)")
    }
    return nil
  }

  private static func unknown(_ word: String, after path: String, among names: [String]) -> Phrase {
    guard !word.isEmpty, let nearest = Spelling.nearest(to: word, among: names) else {
      return Phrase.commandNone("\(path) \(word)", "\(path) --help")
    }
    return Phrase.commandNearest("\(path) \(word)", "\(path) \(nearest)")
  }

  /// Help and version are errors too, of which the program ends well.
  private static func end(with error: any Error) -> Never {
    guard exitCode(for: error).isSuccess else { fail(with: error) }
    do {
      try StandardOutput.print(fullMessage(for: error))
    } catch {
      exit(withError: error)
    }
    exit()
  }
}

extension Tools {
  /// A slip in the words is told to people as the parser does.
  private static func fail(with error: any Error) -> Never {
    guard CommandAnswer.isForProgram else { exit(withError: error) }
    if !(error is ExitCode) {
      CommandAnswer.refuse(Phrase("command-line.wrong", "\(message(for: error))"))
    }
    // Where that is not taken, standard error has been told.
    try? CommandAnswer.end()
    exit(withError: exitCode(for: error))
  }
}

/// `exhibit version`.
struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version", abstract: "Say which version this is.")

  @Flag(help: "One JSON object on one line.")
  var json = false

  func run() throws {
    let object = JSON.object([("version", .string(ProgramVersion.present))])
    try StandardOutput.print(json ? object.text : "exhibit \(ProgramVersion.present)")
  }
}

extension ExitCode {
  /// Something that should work does not.
  static let faults = ExitCode(ExitStatus.faults)
  /// No program runs that could be asked.
  static let unavailable = ExitCode(ExitStatus.unavailable)
  /// Who asks may not.
  static let notPermitted = ExitCode(ExitStatus.notPermitted)
  /// Starting again changes nothing.
  static let badConfiguration = ExitCode(ExitStatus.badConfiguration)
}

extension Phrase {
  static func commandNearest(_ command: String, _ nearest: String) -> Phrase {
    Phrase("command-line.nearest", "There is no command '\(command)'; did you mean '\(nearest)'?")
  }

  static func commandNone(_ command: String, _ help: String) -> Phrase {
    Phrase(
      "command-line.none",
      "There is no command '\(command)'; '\(help)' lists those that there are.")
  }
}
