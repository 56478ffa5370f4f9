/// One command of the console, as a page or a shell has to know it.
package struct CommandManual: Hashable, Sendable {
  /// The word that it begins with.
  package let name: String
  /// How it is written.
  package let usage: String
  /// What it does, in a sentence without its subject.
  package let help: Phrase
  /// What can stand after its name, a sentence for each word.
  package let words: [Phrase]

  /// All commands, in the order in which help shows them.
  package static let all = Command.table.map {
    CommandManual(name: $0.name, usage: $0.usage, help: $0.help, words: $0.words)
  }

  /// The command `name`; nil where there is none.
  package static func named(_ name: String) -> CommandManual? { all.first { $0.name == name } }

  /// Words and options that can stand anywhere after its name, values aside.
  package var allWords: [String] { CommandUsage(usage).allWords }

  /// The command explained as the console does it.
  package var explained: [Phrase] { Command.table.first { $0.name == name }?.explained ?? [] }
}
