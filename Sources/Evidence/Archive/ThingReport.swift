import Core

/// Things as people and programs read them, in the order of their numbers.
package struct ThingList {
  fileprivate let things: [Thing]
  fileprivate let current: Thing
  fileprivate let pieceCounts: [Int: Int]

  /// A sentence a thing, or an object that has them.
  package func reply(asJSON isJSON: Bool) -> Reply {
    guard isJSON else { return .sentences(things.map(sentence)) }
    return Reply(.object([("things", .array(things.map(json)))]))
  }

  private func sentence(_ thing: Thing) -> Phrase {
    let count = pieceCounts[thing.number] ?? 0
    let category = ThingCategory(rawValue: thing.category) ?? .other
    let plain = Phrase.listThing(thing.number, thing.label, category.word, count)
    return thing == current ? .listCurrent(plain) : plain
  }

  private func json(_ thing: Thing) -> JSON {
    .object(
      thing.members + [
        ("pieces", .integer(pieceCounts[thing.number] ?? 0)), ("current", .bool(thing == current)),
      ])
  }
}

/// All that is known of a thing.
package struct ThingReport {
  fileprivate let thing: Thing
  fileprivate let fields: [(field: ThingField, text: String)]
  fileprivate let pieceCount: Int
  fileprivate let isCurrent: Bool

  /// A sentence a field, or an object.
  package func reply(asJSON isJSON: Bool) -> Reply {
    guard isJSON else { return .sentences(sentences) }
    let known = Dictionary(fields.map { ($0.field, $0.text) }) { $1 }
    let values = ThingField.allCases.filter { $0 != .title && $0 != .category }.map { field in
      (field.rawValue, JSON.optional(known[field]))
    }
    return Reply(
      .object(
        thing.members + [("pieces", .integer(pieceCount)), ("current", .bool(isCurrent))] + values))
  }

  private var sentences: [Phrase] {
    let plain = Phrase.thingCurrent(thing.number, thing.label, pieceCount)
    let others = fields.filter { $0.field != .title }
    return [isCurrent ? .listCurrent(plain) : plain]
      + others.map { Phrase.thingField($0.field.word, $0.text) }
  }
}

extension Archive {
  /// All things that are not deleted.
  package func thingList() throws(Failure) -> ThingList {
    ThingList(things: try things(), current: try currentThing(), pieceCounts: try pieceCounts())
  }

  /// What is known of the thing that `reference` names; of the current one where it is nil.
  package func report(of reference: ThingReference?) throws(Failure) -> ThingReport {
    let current = try currentThing()
    let thing = if let reference { try self.thing(reference) } else { current }
    return ThingReport(
      thing: thing, fields: try fields(of: thing),
      pieceCount: try pieceCounts()[thing.number] ?? 0, isCurrent: thing == current)
  }
}

extension Thing {
  fileprivate var members: [(String, JSON)] {
    [
      ("number", .integer(number)), ("id", .string(id)), ("title", .string(label)),
      ("category", .string(category)),
    ]
  }
}

extension Phrase {
  static func listThing(
    _ number: Int, _ label: String, _ category: Phrase, _ pieceCount: Int
  ) -> Phrase {
    Phrase(
      "list.thing", "Thing {1}: {2}, category {3}, pieces: {4}.", number, label, category,
      pieceCount)
  }

  static func listCurrent(_ thing: Phrase) -> Phrase {
    Phrase("list.current", "{1} This is the current thing.", thing)
  }

  static func thingField(_ field: Phrase, _ value: String) -> Phrase {
    Phrase("thing.field", "Its {1}: {2}.", field, value)
  }
}
