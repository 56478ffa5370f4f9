import Core

/// A command of the console among the words of a shell, which is said to the running program, or explained without it.
///
/// Whoever says it and whoever explains it, and looks up where it is to be said, read the words here: what one of them
/// leaves to the other is never handed back.
package struct SaidCommand: Hashable, Sendable {
  /// Names of the console's commands that the shell's command has itself.
  package static let own: Set = [
    "db", "doctor", "export", "guide", "help", "import", "list", "show", "status", "stick",
    "verify", "version", "view",
  ]

  /// The program that it is for.
  package let place: ConsolePlace
  /// Its name and all that follows, without what names the program.
  package let words: [String]
  /// Whether somebody wants to know what it does.
  package let isExplained: Bool

  /// Reads the words of a shell's command; nil where they are no such command.
  package init?(_ words: [String]) {
    var rest = words
    place = ConsolePlace(takenFrom: &rest)
    let asksByHelp = rest.count == 2 && rest[0] == "help"
    if asksByHelp { rest.removeFirst() }
    guard let name = rest.first, SaidCommand.isNamed(name) else { return nil }
    self.words = rest
    isExplained = asksByHelp || rest.contains("--help") || rest.dropFirst() == ["-h"]
  }

  /// The line that is said.
  package var line: String { words.joined(separator: " ") }

  /// The command of the console; nil where there is none.
  package var manual: CommandManual? { words.first.flatMap(CommandManual.named) }

  /// Whether `name` is one that is said.
  package static func isNamed(_ name: String) -> Bool {
    !own.contains(name) && CommandManual.named(name) != nil
  }
}
