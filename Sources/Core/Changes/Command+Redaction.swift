/// Taking out for good what people or programs wrote.
extension Command {
  static let redaction = [
    Command(
      name: "redact",
      usage: """
        redact NUMBER FIELD [--yes]|thing THING FIELD [--yes]|request NUMBER FIELD [--yes]
        """,
      help: Phrase(
        "help.redact",
        "asks, and then takes out for good what a field says and ever said: nobody can tell any more."
      ), access: .full,
      words: [
        Phrase(
          "help.redact.piece",
          "NUMBER is that of a piece; its fields are \(Redaction.PieceField.allCases.list)."),
        Phrase(
          "help.redact.thing",
          "\"thing\" and a name or number mean a thing; its fields are \(ThingField.freeTexts.list)."
        ),
        Phrase(
          "help.redact.request",
          "\"request\" and a number mean a request; its fields are \(Redaction.RequestField.allCases.list)."
        ), .helpYesAtOnce,
      ],
      example: "redact thing 3 title", read: readRedact)
  ]

  private static func readRedact(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let isSure = words.flag("--yes")
    let choice = try words.redaction()
    return isSure
      ? .changesStore(.redact(choice, asked: nil))
      : .loses(.texts(choice), json: words.areOfProgram)
  }
}

extension CommandWords {
  fileprivate mutating func redaction() throws(CommandError) -> Redaction.Choice {
    if take("thing") { return try redactionOfThing() }
    let isOfRequest = take("request")
    let number = try onePiece()
    return isOfRequest
      ? .request(number, try Self.field(next(), among: Redaction.RequestField.allCases))
      : .piece(number, try Self.field(next(), among: Redaction.PieceField.allCases))
  }

  private mutating func redactionOfThing() throws(CommandError) -> Redaction.Choice {
    let fields = ThingField.freeTexts
    guard var named = remainder()?.split(separator: " "), named.count > 1 else {
      throw CommandError(
        Phrase(
          "redact.thing-needed",
          "Which? Say a thing's name or number and a field, as in \"redact thing 3 title\": \(fields.list)."
        ))
    }
    let word = String(named.removeLast())
    return .thing(ThingReference(named.joined(separator: " ")), try Self.field(word, among: fields))
  }

  private static func field<Field: RawRepresentable<String>>(
    _ word: String?, among fields: [Field]
  ) throws(CommandError) -> Field {
    guard let word else {
      throw CommandError(Phrase("redact.fields", "Which field? There are: \(fields.list)."))
    }
    if let field = fields.first(where: { $0.rawValue == word.lowercased() }) { return field }
    throw CommandError(
      Phrase(
        "redact.field-unknown", "\(word) is no field with free text. There are: \(fields.list)."))
  }
}

extension ThingField {
  fileprivate static let freeTexts = allCases.filter(\.isFreeText)
}

extension Array where Element: RawRepresentable<String> {
  fileprivate var list: String { map(\.rawValue).joined(separator: ", ") }
}
