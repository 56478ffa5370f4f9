/// Asking for things, and changing them.
extension Command {
  static let things = [
    Command(
      name: "thing",
      usage: """
        thing [list|show [THING]|add NAME [--category CATEGORY]|use THING|next|rename NAME|\
        set FIELD [VALUE]|delete [THING]|undelete [THING]] [--thing THING] [--json]
        """,
      help: Phrase(
        "help.thing",
        "says what is being documented, and changes that: new photos belong to the current thing."),
      access: .full,
      words: [
        Phrase("help.thing.list", "\"list\" tells the things that there are."),
        Phrase("help.thing.show", "\"show\" tells all that is known of one."),
        Phrase(
          "help.thing.add",
          "\"add\" and a name begin a thing; \"--category\" and a word say of what kind."),
        Phrase(
          "help.thing.use",
          "\"use\" and a name or number go on with that thing, \"next\" with the one after this."),
        Phrase("help.thing.rename", "\"rename\" and a name give it that name."),
        Phrase(
          "help.thing.set",
          "\"set\" with a field and a value note that of it; \"set\" tells the fields."),
        Phrase(
          "help.thing.delete",
          "\"delete\" deletes it with its pieces; \"undo\" brings them back."),
        Phrase(
          "help.thing.undelete",
          "\"undelete\" brings a deleted one back with its pieces; without a name the one deleted last."
        ),
        Phrase(
          "help.thing.other",
          "\"--thing\" and a name or number mean another than the current thing."),
      ], example: "thing add Omega watch --category watches", read: readThing)
  ]

  private static let thingVerbs = [
    "list", "show", "add", "use", "next", "rename", "set", "delete", "undelete",
  ]

  private static func readThing(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let json = words.areOfProgram
    switch words.next() {
    case nil: return .reads(.thing(nil), json: json)
    case "list": return .reads(.things, json: json)
    case "show": return .reads(.thing(words.thing()), json: json)
    case "next": return .changesStore(.nextThing(goesThrough: true))
    case "add": return .changesStore(try words.newThing())
    case "use": return .changesStore(.useThing(ThingReference(try words.thingName())))
    case "rename": return .changesStore(try words.newTitle())
    case "set": return .changesStore(try words.newField())
    case "delete": return .changesStore(.deleteThing(words.thing()))
    case "undelete": return .changesStore(.undeleteThing(words.thing()))
    case let verb?: throw unknown("thing \(verb)", among: thingVerbs.map { "thing \($0)" })
    }
  }
}

extension CommandWords {
  /// Takes all that is left as a thing's name or number; nil where nothing is.
  fileprivate mutating func thing() -> ThingReference? { remainder().map { ThingReference($0) } }

  fileprivate mutating func newThing() throws(CommandError) -> StoreChange {
    let category = option("--category")
    let label = try ThingField.label(try thingName())
    return .addThing(label: label, try category.map(ThingField.category) ?? .other)
  }

  fileprivate mutating func newTitle() throws(CommandError) -> StoreChange {
    let other = option("--thing").map { ThingReference($0) }
    return .setThing(.title, .text(try ThingField.label(try thingName())), of: other)
  }

  fileprivate mutating func newField() throws(CommandError) -> StoreChange {
    let other = option("--thing").map { ThingReference($0) }
    let field = try thingField()
    guard let text = remainder() else {
      guard field != .title, field != .category else {
        throw CommandError(
          Phrase("thing.field-needed", "A thing always has a \(field.word); say which."))
      }
      return .setThing(field, nil, of: other)
    }
    return .setThing(field, try field.value(of: text), of: other)
  }

  private mutating func thingField() throws(CommandError) -> ThingField {
    let names = ThingField.allCases.map(\.rawValue)
    let list = names.joined(separator: ", ")
    guard let word = next() else {
      throw CommandError(Phrase("thing.fields", "Set what? There are: \(list)."))
    }
    guard let field = ThingField(rawValue: word) else {
      let nearest = Spelling.nearest(to: word, among: names)
      throw CommandError(
        nearest.map {
          Phrase("thing.field-nearest", "Things have no field \(word); did you mean \($0)?")
        } ?? Phrase("thing.field-unknown", "Things have no field \(word). There are: \(list)."))
    }
    return field
  }

  fileprivate mutating func thingName() throws(CommandError) -> String {
    guard let name = remainder() else {
      throw CommandError(
        Phrase("thing.name-needed", "Which? Say its name or its number; \"thing list\" shows all."))
    }
    return name
  }
}
