import ArgumentParser
import Core
import Door
import System

/// Commands for the program that runs: `exhibit` says them, which knows only sockets; here they are explained, and the
/// socket is looked up that the configuration names.
enum RunningProgram {
  /// The commands of the console that the shell's command has not by itself.
  static var commands: [CommandManual] { CommandManual.all.filter { SaidCommand.isNamed($0.name) } }

  /// Explains `command`, or has it said.
  static func attend(to command: SaidCommand) throws {
    guard command.isExplained else { return try ask(command.words, command.place) }
    let sentences = command.manual?.explained.map(\.told) ?? []
    try StandardOutput.print(sentences.joined(separator: "\n"))
  }

  /// Becomes the command that says `words` at the socket of `place`, or at that which the configuration names; it returns
  /// by an error.
  static func ask(_ words: [String], _ place: ConsolePlace) throws {
    let place = ["--socket", try socket(place)]
    throw complaint(OtherProgram.become("exhibit", place + words).phrase)
  }

  private static func socket(_ place: ConsolePlace) throws -> String {
    if let socket = place.socket { return socket }
    var file = ConfigurationFile()
    file.path = place.configuration ?? ConfigurationFile.usualPath
    let socket = try file.plan().socket
    // Without a configuration that is named, nobody was found there before this was asked.
    guard place.configuration != nil || socket != BoardPlan.usualSocket else {
      throw complaint(Phrase.consoleNobody(socket), code: .unavailable)
    }
    return socket
  }
}

/// `exhibit status`: has the running program asked whose socket is to be looked up.
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
    let isUsual = file.path == ConfigurationFile.usualPath
    let place = ConsolePlace(
      socket: socket, store: store, configuration: isUsual ? nil : file.path)
    try RunningProgram.ask(["status"] + (json ? ["--json"] : []), place)
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
