/// Asking how things are, and how to ask.
enum QuestionCommand: Hashable, Sendable {
  /// The status in one sentence: an empty line.
  case summary
  case help(String?, json: Bool)
  case status(json: Bool)
  case watch(json: Bool)
  /// The picture in words; `watches`: whenever it changes.
  case describe(watches: Bool, json: Bool)

  static let entries = [
    CommandEntry(
      name: "help", usage: "help [COMMAND] [--json]", help: Phrase.helpHelp, access: .status,
      parse: help, words: [.helpHelpCommand], example: "help snap"),
    CommandEntry(
      name: "status", usage: "status [--json]", help: Phrase.helpStatus, access: .status,
      parse: status, example: "status"),
    CommandEntry(
      name: "watch", usage: "watch [framing] [--json]", help: Phrase.helpWatch, access: .status,
      parse: watch, words: [.helpWatchFraming], example: "watch framing"),
    CommandEntry(
      name: "describe", usage: "describe [--json]", help: .helpDescribe, access: .status,
      parse: describe, example: "describe"),
  ]

  /// Whether nothing has to be measured first, and nothing follows.
  var isAnsweredAtOnce: Bool {
    switch self {
    case .help: true
    case .summary, .status, .watch, .describe: false
    }
  }

  @Sendable private static func help(_ words: inout CommandWords) throws(CommandError) -> Command {
    .question(.help(words.next(), json: words.areOfProgram))
  }

  @Sendable private static func status(_ words: inout CommandWords) throws(CommandError) -> Command
  {
    .question(.status(json: words.areOfProgram))
  }

  @Sendable private static func watch(_ words: inout CommandWords) throws(CommandError) -> Command {
    guard words.peek() == "framing" else {
      return .question(.watch(json: words.areOfProgram))
    }
    _ = words.next()
    return .question(.describe(watches: true, json: words.areOfProgram))
  }

  @Sendable private static func describe(
    _ words: inout CommandWords
  ) throws(CommandError) -> Command {
    .question(.describe(watches: false, json: words.areOfProgram))
  }
}

extension Machine {
  mutating func obey(
    _ command: QuestionCommand, from session: SessionID
  ) throws(CommandError) {
    switch command {
    case .summary: dialogue.ask(.summary, session, &steps)
    case .help(let topic, let json): try help(topic, asJSON: json, session)
    case .status(let json): dialogue.ask(json ? .json : .sentences, session, &steps)
    case .watch(let json):
      try watch(session, asJSON: json)
      tellQuestion(to: session)
    case .describe(let watches, let json):
      try describe(for: session, watches: watches, asJSON: json)
    }
  }

  private mutating func help(
    _ topic: String?, asJSON isJSON: Bool, _ session: SessionID
  ) throws(CommandError) {
    let entries = Command.table.filter { topic == nil || $0.name == topic }
    guard !entries.isEmpty else { throw Command.unknown(topic ?? "") }
    if isJSON {
      let commands = JSON.array(entries.map(\.json))
      return steps.say(Reply(.object([("commands", commands)])), to: session)
    }
    let lines = topic == nil ? entries.map(\.sentence) + [.helpMore] : entries.flatMap(\.explained)
    steps.say(.sentences(lines), to: session)
  }
}

/// One part of the status, as the concern that it is about tells it.
struct StatusEntry {
  /// Its name among the others, for programs.
  let name: String
  /// Sentences for people, one a line; none where there is nothing to say.
  let sentences: [Phrase]
  /// The value for programs.
  let json: JSON

  init(_ name: String, _ sentences: [Phrase] = [], json: JSON) {
    self.name = name
    self.sentences = sentences
    self.json = json
  }
}

extension [StatusEntry] {
  /// All of it for people, or as one object for programs.
  func reply(asJSON isJSON: Bool) -> Reply {
    isJSON ? Reply(.object(map { ($0.name, $0.json) })) : .sentences(flatMap(\.sentences))
  }
}

extension Phrase {
  static let helpMore = Phrase(
    "help.more", "\"help\" and a command's name explain that one word by word.")

  static let helpHelpCommand = Phrase(
    "help.help.command", "A command's name has that one explained, word by word.")

  static let helpHelp = Phrase("help.help", "explains all commands, or one.")
  static let helpStatus = Phrase("help.status", "tells the state of everything.")

  static let helpWatch = Phrase(
    "help.watch", "tells the state at each change, until the next line or Ctrl-C.")
}
