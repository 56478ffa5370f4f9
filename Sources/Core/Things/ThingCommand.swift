/// Asking for things, and changing them.
enum ThingCommand: Hashable, Sendable {
  /// Say which things there are, or what is known of one; of the current one where none is named.
  case list(json: Bool)
  case show(ThingReference?, json: Bool)
  case change(StoreChange)

  static let entries = [
    CommandEntry(
      name: "thing",
      usage: """
        thing [list|show [THING]|add NAME [--category WORD]|use THING|next|rename NAME|\
        set FIELD [VALUE]|delete [THING]|undelete [THING]] [--thing THING] [--json]
        """,
      help: Phrase.helpThing, access: .full, parse: thing,
      words: [
        .helpThingList, .helpThingShow, .helpThingAdd, .helpThingUse, .helpThingRename,
        .helpThingSet, .helpThingDelete, .helpThingUndelete, .helpThingOther,
      ], example: "thing add Omega watch --category watches")
  ]

  /// Whether it only asks.
  var isQuestion: Bool {
    switch self {
    case .list, .show: true
    case .change: false
    }
  }

  private static let verbs = [
    "list", "show", "add", "use", "next", "rename", "set", "delete", "undelete",
  ]

  @Sendable private static func thing(_ words: inout CommandWords) throws(CommandError) -> Command {
    let json = words.areOfProgram
    switch words.next() {
    case nil: return .thing(.show(nil, json: json))
    case "list": return .thing(.list(json: json))
    case "show": return .thing(.show(words.remainder().map { ThingReference($0) }, json: json))
    case "next": return .thing(.change(.nextThing(goesThrough: true)))
    case "add": return .thing(.change(try add(&words)))
    case "use": return .thing(.change(.useThing(ThingReference(try name(&words)))))
    case "rename": return .thing(.change(try rename(&words)))
    case "set": return .thing(.change(try set(&words)))
    case "delete":
      return .thing(.change(.deleteThing(words.remainder().map { ThingReference($0) })))
    case "undelete":
      return .thing(.change(.undeleteThing(words.remainder().map { ThingReference($0) })))
    case let verb?: throw Command.unknown("thing \(verb)", among: verbs.map { "thing \($0)" })
    }
  }

  private static func add(_ words: inout CommandWords) throws(CommandError) -> StoreChange {
    let category = words.option("--category")
    let label = try ThingField.label(try name(&words))
    return .addThing(label: label, try category.map(ThingField.category) ?? .other)
  }

  private static func rename(_ words: inout CommandWords) throws(CommandError) -> StoreChange {
    let other = words.option("--thing").map { ThingReference($0) }
    return .setThing(.title, .text(try ThingField.label(try name(&words))), of: other)
  }

  private static func set(_ words: inout CommandWords) throws(CommandError) -> StoreChange {
    let other = words.option("--thing").map { ThingReference($0) }
    let names = ThingField.allCases.map(\.rawValue)
    let list = names.joined(separator: ", ")
    guard let word = words.next() else { throw CommandError(.thingFields(list)) }
    guard let field = ThingField(rawValue: word) else {
      let nearest = Spelling.nearest(to: word, among: names)
      throw CommandError(
        nearest.map { .thingFieldNearest(word, $0) } ?? .thingFieldUnknown(word, list))
    }
    guard let text = words.remainder() else {
      guard field != .title, field != .category else {
        throw CommandError(.thingFieldNeeded(field.word))
      }
      return .setThing(field, nil, of: other)
    }
    return .setThing(field, try field.value(of: text), of: other)
  }

  private static func name(_ words: inout CommandWords) throws(CommandError) -> String {
    guard let name = words.remainder() else { throw CommandError(.thingNameNeeded) }
    return name
  }
}

extension Machine {
  mutating func obey(_ command: ThingCommand, from session: SessionID) {
    switch command {
    case .list(let json): steps.add(.console(.read(.things, to: session, json: json)))
    case .show(let thing, let json):
      steps.add(.console(.read(.thing(thing), to: session, json: json)))
    case .change(let change): ask(for: change, by: .console(session))
    }
  }
}

extension Phrase {
  static let helpThingList = Phrase("help.thing.list", "\"list\" tells the things that there are.")
  static let helpThingShow = Phrase("help.thing.show", "\"show\" tells all that is known of one.")
  static let helpThingAdd = Phrase(
    "help.thing.add",
    "\"add\" and a name begin a thing; \"--category\" and a word say of what kind.")
  static let helpThingUse = Phrase(
    "help.thing.use",
    "\"use\" and a name or number go on with that thing, \"next\" with the one after this.")
  static let helpThingRename = Phrase(
    "help.thing.rename", "\"rename\" and a name give it that name.")
  static let helpThingSet = Phrase(
    "help.thing.set", "\"set\" with a field and a value note that of it; \"set\" tells the fields.")
  static let helpThingDelete = Phrase(
    "help.thing.delete", "\"delete\" deletes it with its pieces; \"undo\" brings them back.")
  static let helpThingUndelete = Phrase(
    "help.thing.undelete",
    "\"undelete\" brings a deleted one back with its pieces; without a name the one deleted last.")
  static let helpThingOther = Phrase(
    "help.thing.other", "\"--thing\" and a name or number mean another than the current thing.")
  static let helpThing = Phrase(
    "help.thing",
    """
    says what is being documented, and changes that: new photos belong to the current thing.
    """)

  static let thingNameNeeded = Phrase(
    "thing.name-needed", "Which? Say its name or its number; \"thing list\" shows all.")

  static func thingFields(_ names: String) -> Phrase {
    Phrase("thing.fields", "Set what? There are: {1}.", names)
  }

  static func thingFieldNearest(_ word: String, _ nearest: String) -> Phrase {
    Phrase("thing.field-nearest", "Things have no field {1}; did you mean {2}?", word, nearest)
  }

  static func thingFieldUnknown(_ word: String, _ names: String) -> Phrase {
    Phrase("thing.field-unknown", "Things have no field {1}. There are: {2}.", word, names)
  }

  static func thingFieldNeeded(_ field: Phrase) -> Phrase {
    Phrase("thing.field-needed", "A thing always has a {1}; say which.", field)
  }
}
