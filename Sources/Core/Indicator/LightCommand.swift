/// Asking what light and buzzer say, or to be shown what they can say.
enum LightCommand: Hashable, Sendable {
  case ask(json: Bool)
  case show(Pattern)

  static let entries = [
    CommandEntry(
      name: "light", usage: "light [PATTERN] [--json]", help: Phrase.helpLight, access: .full,
      parse: light, words: [.helpLightPattern], example: "light stored")
  ]

  /// Whether it only asks.
  var isQuestion: Bool { if case .ask = self { true } else { false } }

  @Sendable private static func light(_ words: inout CommandWords) throws(CommandError) -> Command {
    guard let written = words.remainder()?.lowercased() else {
      return .light(.ask(json: words.areOfProgram))
    }
    let name = String(written.map { $0 == "-" || $0 == "_" ? " " : $0 })
    if let pattern = Pattern(rawValue: name) { return .light(.show(pattern)) }
    throw unknown(written, name)
  }

  private static func unknown(_ written: String, _ name: String) -> CommandError {
    let all = Pattern.allCases.map(\.rawValue)
    let list = all.joined(separator: ", ")
    guard let nearest = Spelling.nearest(to: name, among: all) else {
      return CommandError(.lightUnknown(written, list))
    }
    return CommandError(.lightUnknownNearest(written, nearest, list))
  }
}

extension Machine {
  mutating func obey(_ command: LightCommand, from session: SessionID) throws(CommandError) {
    switch command {
    case .ask(json: true):
      let value = JSON.object([("light", .string(situation.name.rawValue))])
      steps.say(Reply(value), to: session)
    case .ask: steps.say(situation.signSentence, to: session)
    case .show(let pattern):
      guard situation.yieldsToSigns(at: now), !published.activity.isCapturing else {
        throw CommandError(.lightBusy(situation.word))
      }
      steps.show(.pattern(pattern))
      steps.say(Phrase.lightShows(pattern.word, pattern.sign), to: session)
    }
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
