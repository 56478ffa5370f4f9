/// One command of the console: how it is written, who may say it, and what reads it.
struct Command: Sendable {
  /// The word that it begins with.
  let name: String
  /// Its words as they are written.
  let usage: String
  /// Its effect, in a sentence.
  let help: Phrase
  /// Access that a session needs to change something by it.
  let access: Access
  /// A sentence for each word that can stand after its name.
  var words: [Phrase] = []
  /// A line that is an example of it.
  let example: String
  /// Reads the words after its name.
  let read: @Sendable (inout CommandWords) throws(CommandError) -> Demand
}

extension Command {
  /// All commands, in the order in which help shows them.
  static let table: [Command] = tables.flatMap { $0 }

  private static let tables: [[Command]] = [
    status, guide, photos, clips, pieces, things, checklist, slots, requests, changes, redaction,
    review, options, faces, imports, stick, capture, motion, camera, view, overlay, clock, mask,
    light, settings, style, learning, database, questions, reports, program,
  ]

  /// Reads a line; what is wrong with it, or with asking for it, is said in a sentence.
  ///
  /// - Parameter access: what the session may ask for; everyone may ask how things are.
  static func parse(_ line: String, access: Access = .local) throws(CommandError) -> Demand {
    var words = CommandWords(line)
    guard let name = words.next() else { return .measures(.summary) }
    let meant = self.name(meantBy: name)
    guard let command = table.first(where: { $0.name == meant }) else { throw unknown(name) }
    let demand = try command.read(&words)
    try words.end()
    guard access.includes(command.access) || demand.onlyAsks else {
      throw CommandError(access == .status ? .consoleStatusOnly : .consoleLocalOnly)
    }
    return demand
  }

  /// What is said of a command that is none of `names`.
  static func unknown(
    _ name: String, among names: [String] = table.map(\.name)
  ) -> CommandError {
    // Words that both begin with are no likeness.
    let shared = name.lastIndex(of: " ").map { name[...$0] } ?? ""
    let rests = names.filter { $0.hasPrefix(shared) }.map { String($0.dropFirst(shared.count)) }
    let nearest = Spelling.nearest(to: String(name.dropFirst(shared.count)), among: rests)
    return CommandError(
      nearest.map { .commandUnknownNearest(name, shared + $0) } ?? Phrase.commandUnknown(name))
  }
}

extension Command {
  /// Its effect, in a sentence that stands alone.
  var sentence: Phrase { Phrase("help.line", "\"\(name)\" \(help)") }

  /// The same, and how it is written, word by word.
  var explained: [Phrase] {
    guard usage != name else {
      return [sentence, Phrase("help.usage-alone", "It is written: \(name). Nothing follows it.")]
    }
    let written = usage.split(separator: "|").joined(separator: " or ")
    let json =
      usage.hasSuffix("[--json]")
      ? [Phrase("help.json", "\"--json\" at the end has the answer in JSON, for programs.")] : []
    return [
      sentence,
      Phrase(
        "help.usage", "It is written: \(written). What stands in brackets can be left out."),
    ] + words + json + [Phrase("help.example", "For example: \(example).")]
  }

  /// The row for programs.
  var json: JSON {
    .object([
      ("name", .string(name)), ("usage", .string(usage)), ("help", .sentence(help)),
      ("access", .string(access.rawValue)), ("words", .array(words.map { .sentence($0) })),
      ("example", .string(example)),
    ])
  }
}

extension Reply {
  /// Whether `line` asks for something that there is, apart from who may.
  package static func isAskedFor(by line: String) -> Bool {
    guard !CommandWords(line).isEmpty else { return false }
    do throws(CommandError) {
      _ = try Command.parse(line)
      return true
    } catch {
      return false
    }
  }
}

/// One command of the console, as a page or a shell has to know it.
package struct CommandManual: Hashable, Sendable {
  /// The word that it begins with.
  package let name: String
  /// Its words as they are written.
  package let usage: String
  /// Its effect, in a sentence without its subject.
  package let help: Phrase
  /// A sentence for each word that can stand after its name.
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

/// A line that the console does not understand, and why.
struct CommandError: Error, Hashable, Sendable {
  /// The sentence for the person who typed it.
  let phrase: Phrase

  init(_ phrase: Phrase) {
    self.phrase = phrase
  }
}

extension Phrase {
  static func commandUnknown(_ name: String) -> Phrase {
    Phrase("command.unknown", "Unknown command \"\(name)\"; \"help\" lists the commands.")
  }

  static func commandUnknownNearest(_ name: String, _ nearest: String) -> Phrase {
    Phrase("command.unknown-nearest", "Unknown command \"\(name)\"; did you mean \"\(nearest)\"?")
  }

  package static let consoleStatusOnly = Phrase(
    "console.status-only",
    "This console may only ask for status, help and lists; console.access in the configuration decides."
  )

  package static let consoleLocalOnly = Phrase(
    "console.local-only", "Only a program on this board can say that, by the console's socket.")

}
