import ArgumentParser
import Core
import Door
import System

/// Commands for the program that runs: `exhibit` says them, which knows only sockets; here they are explained, and the
/// socket is looked up that the configuration names.
enum RunningProgram {
  /// The commands of the console that the shell's command has not by itself.
  static var commands: [CommandManual] { CommandManual.all.filter { SaidCommand.isNamed($0.name) } }

  /// How the console's command after `help` in `words`, or before `--help`, is explained; nil where there is none.
  static func explanation(_ words: [String]) -> String? {
    guard let name = explained(by: words), SaidCommand.isNamed(name) else { return nil }
    return CommandManual.named(name)?.explained.map(\.told).joined(separator: "\n")
  }

  private static func explained(by words: [String]) -> String? {
    if words.first == "help" { return words.count == 2 ? words[1] : nil }
    return words.contains("--help") || words.dropFirst() == ["-h"] ? words.first : nil
  }

  /// Whether `words` are a command that it is to be told.
  static func isAsked(by words: [String]) -> Bool {
    var rest = words
    _ = ConsolePlace(takenFrom: &rest)
    return rest.first.map(SaidCommand.isNamed) ?? false
  }

  /// Becomes the command that says `words`, with the socket that the configuration names; it returns by an error.
  static func ask(_ words: [String]) throws {
    var rest = words
    let place = ConsolePlace(takenFrom: &rest)
    throw complaint(OtherProgram.become("exhibit", try ["--socket", socket(place)] + rest).phrase)
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
