/// Asking what light and buzzer say, or to be shown what they can say.
extension Command {
  static let light = [
    Command(
      name: "light", usage: "light [PATTERN] [--json]", help: .helpLight, access: .full,
      words: [.helpLightPattern], example: "light stored", read: readLight)
  ]

  private static func readLight(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let json = words.areOfProgram
    guard let written = words.remainder()?.lowercased() else {
      return .tells { json ? Reply($0.lightJSON) : Reply($0.situation.signSentence) }
    }
    let name = String(written.map { $0 == "-" || $0 == "_" ? " " : $0 })
    guard let pattern = Pattern(rawValue: name) else { throw unknownPattern(written, name) }
    return .changes(.atOnce) { machine, session throws(CommandError) in
      try machine.show(pattern, to: session)
    }
  }

  private static func unknownPattern(_ written: String, _ name: String) -> CommandError {
    let all = Pattern.allCases.map(\.rawValue)
    let list = all.joined(separator: ", ")
    guard let nearest = Spelling.nearest(to: name, among: all) else {
      return CommandError(.lightUnknown(written, list))
    }
    return CommandError(.lightUnknownNearest(written, nearest, list))
  }
}

extension Machine {
  fileprivate var lightJSON: JSON { .object([("light", .string(situation.name.rawValue))]) }

  fileprivate mutating func show(
    _ pattern: Pattern, to session: SessionID
  ) throws(CommandError) {
    guard situation.yieldsToSigns(at: now), !published.activity.isCapturing else {
      throw CommandError(.lightBusy(situation.word))
    }
    steps.show(.pattern(pattern))
    steps.say(Phrase.lightShows(pattern.word, pattern.sign), to: session)
  }
}

extension Phrase {
  static let helpLightPattern = Phrase(
    "help.light.pattern", "PATTERN is the name of a sign, such as stored; it is shown and told.")
  static let helpLight = Phrase(
    "help.light", "says what light and buzzer show, or shows a pattern by its name.")

  static func lightShows(_ pattern: Phrase, _ sign: Phrase) -> Phrase {
    Phrase("light.shows", "This is \"{1}\": {2}.", pattern, sign)
  }

  static func lightBusy(_ situation: Phrase) -> Phrase {
    Phrase("light.busy", "Busy: light and buzzer say \"{1}\", which matters more.", situation)
  }

  static func lightUnknown(_ name: String, _ patterns: String) -> Phrase {
    Phrase("light.unknown", "There is no pattern \"{1}\". There are: {2}.", name, patterns)
  }

  static func lightUnknownNearest(_ name: String, _ nearest: String, _ patterns: String) -> Phrase {
    Phrase(
      "light.unknown-nearest",
      "There is no pattern \"{1}\"; did you mean \"{2}\"? There are: {3}.", name, nearest, patterns)
  }
}
