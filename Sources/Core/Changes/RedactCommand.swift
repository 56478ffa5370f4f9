/// Taking out for good what people or programs wrote.
enum RedactCommand: Hashable, Sendable {
  case change(StoreChange)
  /// To take it out after a question.
  case ask(Redaction.Choice, json: Bool)

  static let entries = [
    CommandEntry(
      name: "redact",
      usage: """
        redact NUMBER FIELD [--yes]|thing THING FIELD [--yes]|request NUMBER FIELD [--yes]
        """,
      help: Phrase.helpRedact, access: .full, parse: redact,
      words: [
        .helpRedactPiece(list(Redaction.PieceField.allCases)), .helpRedactThing(list(thingFields)),
        .helpRedactRequest(list(Redaction.RequestField.allCases)), .helpYesAtOnce,
      ],
      example: "redact thing 3 title")
  ]

  private static let thingFields = ThingField.allCases.filter(\.isFreeText)

  @Sendable private static func redact(_ words: inout CommandWords) throws(CommandError) -> Command
  {
    let isSure = words.flag("--yes")
    let choice = try choice(&words)
    return .redact(
      isSure ? .change(.redact(choice, asked: nil)) : .ask(choice, json: words.areOfProgram))
  }

  private static func choice(
    _ words: inout CommandWords
  ) throws(CommandError) -> Redaction.Choice {
    switch words.peek() {
    case "thing":
      _ = words.next()
      guard var named = words.remainder()?.split(separator: " "), named.count > 1 else {
        throw CommandError(.redactThingNeeded(list(thingFields)))
      }
      let word = String(named.removeLast())
      return .thing(
        ThingReference(named.joined(separator: " ")), try field(word, among: thingFields))
    case "request":
      _ = words.next()
      let number = try words.onePiece()
      return .request(number, try field(words.next(), among: Redaction.RequestField.allCases))
    default:
      let number = try words.onePiece()
      return .piece(number, try field(words.next(), among: Redaction.PieceField.allCases))
    }
  }

  private static func field<Field: RawRepresentable<String>>(
    _ word: String?, among fields: [Field]
  ) throws(CommandError) -> Field {
    guard let word else { throw CommandError(.redactFields(list(fields))) }
    if let field = fields.first(where: { $0.rawValue == word.lowercased() }) { return field }
    throw CommandError(.redactFieldUnknown(word, list(fields)))
  }

  private static func list(_ fields: [some RawRepresentable<String>]) -> String {
    fields.map(\.rawValue).joined(separator: ", ")
  }
}

extension Machine {
  mutating func obey(_ command: RedactCommand, from session: SessionID) throws(CommandError) {
    switch command {
    case .ask(let choice, let json): try ask(toLose: .texts(choice), for: session, isProgram: json)
    case .change(let change): ask(for: change, by: .console(session))
    }
  }
}

extension Phrase {
  static let helpRedact = Phrase(
    "help.redact",
    "asks, and then takes out for good what a field says and ever said: nobody can tell any more.")

  static func helpRedactPiece(_ fields: String) -> Phrase {
    Phrase("help.redact.piece", "NUMBER is that of a piece; its fields are {1}.", fields)
  }

  static func helpRedactThing(_ fields: String) -> Phrase {
    Phrase(
      "help.redact.thing", "\"thing\" and a name or number mean a thing; its fields are {1}.",
      fields)
  }

  static func helpRedactRequest(_ fields: String) -> Phrase {
    Phrase(
      "help.redact.request", "\"request\" and a number mean a request; its fields are {1}.", fields)
  }

  static func redactThingNeeded(_ fields: String) -> Phrase {
    Phrase(
      "redact.thing-needed",
      "Which? Say a thing's name or number and a field, as in \"redact thing 3 title\": {1}.",
      fields)
  }

  static func redactFields(_ fields: String) -> Phrase {
    Phrase("redact.fields", "Which field? There are: {1}.", fields)
  }

  static func redactFieldUnknown(_ word: String, _ fields: String) -> Phrase {
    Phrase("redact.field-unknown", "{1} is no field with free text. There are: {2}.", word, fields)
  }
}
