/// Asking what light and buzzer say, or to be shown what they can say.
extension Command {
  static let light = [
    Command(
      name: "light", usage: "light [PATTERN] [--json]",
      help: Phrase(
        "help.light", "says what light and buzzer show, or shows a pattern by its name."),
      access: .full,
      words: [
        Phrase(
          "help.light.pattern",
          "PATTERN is the name of a sign, such as stored; it is shown and told.")
      ], example: "light stored", read: readLight)
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
      return CommandError(
        Phrase("light.unknown", "There is no pattern \"\(written)\". There are: \(list)."))
    }
    return CommandError(
      Phrase(
        "light.unknown-nearest",
        "There is no pattern \"\(written)\"; did you mean \"\(nearest)\"? There are: \(list)."))
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
  static func lightShows(_ pattern: Phrase, _ sign: Phrase) -> Phrase {
    Phrase("light.shows", "This is \"\(pattern)\": \(sign).")
  }

  static func lightBusy(_ situation: Phrase) -> Phrase {
    Phrase("light.busy", "Busy: light and buzzer say \"\(situation)\", which matters more.")
  }

}
