/// One command of the table: how it is written, and who may.
struct CommandEntry: Sendable {
  /// The word that it begins with.
  let name: String
  /// How it is written.
  let usage: String
  /// What it does, in a sentence.
  let help: Phrase
  /// What a session needs to change something by it.
  let access: Access
  /// Reads the words after its name.
  let parse: @Sendable (inout CommandWords) throws(CommandError) -> Command
  /// What can stand after its name, a sentence for each word.
  var words: [Phrase] = []
  /// A line that is an example of it.
  var example = ""
}

extension CommandEntry {
  /// What it does, in a sentence that stands alone.
  var sentence: Phrase { .helpLine(name, help) }

  /// The same, and how it is written, word by word.
  var explained: [Phrase] {
    guard usage != name else { return [sentence, .helpUsageAlone(name)] }
    let written = usage.split(separator: "|").joined(separator: " or ")
    let json = usage.hasSuffix("[--json]") ? [Phrase.helpJSON] : []
    return [sentence, .helpUsage(written)] + words + json + [.helpExample(example)]
  }

  /// The command for programs.
  var json: JSON {
    .object([
      ("name", .string(name)), ("usage", .string(usage)), ("help", .sentence(help)),
      ("access", .string(access.rawValue)), ("words", .array(words.map { .sentence($0) })),
      ("example", .string(example)),
    ])
  }
}

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

extension Phrase {
  static func helpLine(_ name: String, _ help: Phrase) -> Phrase {
    Phrase("help.line", "\"{1}\" {2}", name, help)
  }

  static func helpUsage(_ usage: String) -> Phrase {
    Phrase("help.usage", "It is written: {1}. What stands in brackets can be left out.", usage)
  }

  static func helpUsageAlone(_ name: String) -> Phrase {
    Phrase("help.usage-alone", "It is written: {1}. Nothing follows it.", name)
  }

  static func helpExample(_ example: String) -> Phrase {
    Phrase("help.example", "For example: {1}.", example)
  }

  static let helpJSON = Phrase(
    "help.json", "\"--json\" at the end has the answer in JSON, for programs.")
}
