import Core

/// Things as people and programs read them, in the order of their numbers.
package struct ThingList {
  fileprivate let things: [Thing]
  fileprivate let current: Thing
  fileprivate let tallies: [Int: PieceTally]

  /// A sentence a thing, or an object that has them.
  package func reply(asJSON isJSON: Bool) -> Reply {
    guard isJSON else { return .sentences(things.map(sentence)) }
    return Reply(.object([("things", .array(things.map(json)))]))
  }

  private func sentence(_ thing: Thing) -> Phrase {
    let category = ThingCategory(rawValue: thing.category) ?? .other
    let plain = Phrase(
      "list.thing",
      "Thing \(thing.number): \(thing.label), category \(category.word): \(tally(of: thing).words)."
    )
    return thing == current ? .listCurrent(plain) : plain
  }

  private func json(_ thing: Thing) -> JSON {
    let tally = tally(of: thing)
    return .object(
      thing.members + [
        ("pieces", .integer(tally.count)), ("current", .bool(thing == current)),
      ] + tally.members)
  }

  private func tally(of thing: Thing) -> PieceTally { tallies[thing.number] ?? PieceTally() }
}

/// All that is known of a thing.
package struct ThingReport {
  fileprivate let thing: Thing
  fileprivate let fields: [(field: ThingField, text: String)]
  fileprivate let tally: PieceTally
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
        thing.members + [("pieces", .integer(tally.count)), ("current", .bool(isCurrent))]
          + tally.members + values))
  }

  private var sentences: [Phrase] {
    let plain = Phrase.thingCurrent(thing.number, thing.label, tally.count)
    let others = fields.filter { $0.field != .title }
    return [isCurrent ? .listCurrent(plain) : plain]
      + others.map { Phrase("thing.field", "Its \($0.field.word): \($0.text).") }
  }
}

extension Archive {
  /// All things that are not deleted.
  package func thingList() throws(Failure) -> ThingList {
    ThingList(things: try things(), current: try currentThing(), tallies: try tallies())
  }

  /// What is known of the thing that `reference` names; of the current one where it is nil.
  package func report(of reference: ThingReference?) throws(Failure) -> ThingReport {
    let current = try currentThing()
    let thing = if let reference { try self.thing(reference) } else { current }
    return ThingReport(
      thing: thing, fields: try fields(of: thing),
      tally: try tallies()[thing.number] ?? PieceTally(), isCurrent: thing == current)
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
  static func listCurrent(_ thing: Phrase) -> Phrase {
    Phrase("list.current", "\(thing) This is the current thing.")
  }

}
