/// Asking how things are, and how to ask.
extension Command {
  static let status = [
    Command(
      name: "help", usage: "help [COMMAND] [--json]",
      help: Phrase("help.help", "explains all commands, or one."), access: .status,
      words: [
        Phrase("help.help.command", "A command's name has that one explained, word by word.")
      ], example: "help snap"
    ) { words in
      let (topic, json) = (words.next(), words.areOfProgram)
      return .tells { _ throws(CommandError) in try help(topic, asJSON: json) }
    },
    Command(
      name: "status", usage: "status [--json]",
      help: Phrase("help.status", "tells the state of everything."), access: .status,
      example: "status"
    ) { words in .measures(words.areOfProgram ? .json : .sentences) },
    Command(
      name: "watch", usage: "watch [framing [--faces]] [--json]",
      help: Phrase("help.watch", "tells the state at each change, until the next line or Ctrl-C."),
      access: .status,
      words: [
        Phrase(
          "help.watch.framing",
          "\"framing\" has the picture told in words instead, whenever it changes, every 2 s at most."
        ), .helpFacesInView,
      ], example: "watch framing", read: readWatch),
    Command(
      name: "follow", usage: "follow [RECORD] [--json]",
      help: Phrase(
        "help.follow",
        "tells programs the state and each record of the store, until the next line or Ctrl-C."),
      access: .status,
      words: [
        Phrase("help.follow.record", "Records after RECORD come first; 0 has all of them told.")
      ], example: "follow 812", read: readFollow),
    Command(
      name: "describe", usage: "describe [--faces] [--json]",
      help: Phrase("help.describe", "says in words what the camera sees, as measured."),
      access: .status, words: [.helpFacesInView],
      example: "describe"
    ) { words in describes(watches: false, &words) },
  ]

  private static func readWatch(_ words: inout CommandWords) throws(CommandError) -> Demand {
    if words.take("framing") { return describes(watches: true, &words) }
    let wish = Machine.WatchWish.state(isJSON: words.areOfProgram)
    return .asks(.later) { machine, session throws(CommandError) in
      try machine.watch(session, wish)
      machine.tellQuestion(to: session)
    }
  }

  private static func readFollow(_ words: inout CommandWords) throws(CommandError) -> Demand {
    var cursor: Int?
    if let word = words.next() {
      guard let number = Int(word), number >= 0 else { throw CommandError(.followWhat) }
      cursor = number
    }
    let isForProgram = words.areOfProgram
    return .asks(.later) { [cursor] machine, session throws(CommandError) in
      guard isForProgram else { throw CommandError(.followForPrograms) }
      try machine.watch(session, .records(since: cursor))
    }
  }

  /// Has the picture told in words; `watches`: whenever it changes.
  private static func describes(watches: Bool, _ words: inout CommandWords) -> Demand {
    let wish = Describing.Wish(isJSON: words.areOfProgram, hasFaces: words.flag("--faces"))
    return .asks(.later) { machine, session throws(CommandError) in
      try machine.describe(for: session, watches: watches, wish)
    }
  }

  private static func help(
    _ topic: String?, asJSON isJSON: Bool
  ) throws(CommandError) -> Reply {
    let commands = table.filter { topic == nil || $0.name == topic }
    guard !commands.isEmpty else { throw unknown(topic ?? "") }
    if isJSON { return Reply(.object([("commands", .array(commands.map(\.json)))])) }
    return .sentences(
      topic == nil
        ? commands.map(\.sentence) + [
          Phrase("help.more", "\"help\" and a command's name explain that one word by word.")
        ] : commands.flatMap(\.explained))
  }
}

extension Phrase {
  static let followForPrograms = Phrase(
    "follow.for-programs",
    "What \"follow\" tells is for programs, which add --json; \"watch\" tells the state in words.")

  static let followWhat = Phrase(
    "follow.what", "\"follow\" takes the number of a record, from 0, or nothing.")
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
