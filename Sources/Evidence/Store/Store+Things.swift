import Core

/// What people change of things.
extension Store {
  func named(_ reference: ThingReference?) throws(Failure) -> Thing {
    guard let reference else { return thing }
    return try archive.thing(reference)
  }

  mutating func addThing(
    _ label: String, in category: ThingCategory, collects: Bool, for requester: Requester,
    at now: Moment
  ) throws(Failure) -> Phrase {
    try refuseTaken(label)
    let id = try identifiers.next(at: now.instant)
    let number = try archive.newestThing() + 1
    let new = Thing(number: number, id: id, label: label, category: category.rawValue)
    let collection = Record.thingChanged(new, .collect, to: .text("study"), by: requester)
    try append(
      [.thingCreated(id, number, label, in: category, by: requester)]
        + (collects ? [collection] : []), at: now)
    thing = new
    return Phrase("thing.begun", "Thing \(number) begins: \(label). New captures belong to it.")
  }

  mutating func use(
    _ thing: Thing, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    if thing != self.thing {
      try append([.thingUsed(thing, by: requester)], at: now)
      self.thing = thing
    }
    return .thingCurrent(thing.number, thing.label, try pieceCount(of: thing))
  }

  /// Makes another thing the current one, or begins one where there is none that comes next.
  ///
  /// - Parameter goesThrough: whether somebody hears which it is, so that all are gone through in their order.
  mutating func nextThing(
    goesThrough: Bool, collects: Bool, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    let things = try archive.things()
    if let next = try goesThrough ? following(among: things) : empty(among: things) {
      return try use(next, for: requester, at: now)
    }
    let label = try freeLabel(among: things)
    return try addThing(label, in: .other, collects: collects, for: requester, at: now)
  }

  /// The thing after the current one in their order; after the last the first, where that has no pieces yet.
  private func following(among things: [Thing]) throws(Failure) -> Thing? {
    if let next = things.first(where: { $0.number > thing.number }) { return next }
    guard try pieceCount(of: thing) == 0, let first = things.first, first != thing else {
      return nil
    }
    return first
  }

  /// For whoever hears and reads nothing: a thing without pieces, which is taken again before another is begun; where
  /// that is the current one, the next in their order.
  private func empty(among things: [Thing]) throws(Failure) -> Thing? {
    let counts = try archive.pieceCounts()
    func isEmpty(_ thing: Thing) -> Bool { counts[thing.number, default: 0] == 0 }
    guard isEmpty(thing) else { return things.last(where: isEmpty) }
    return things.first { $0.number > thing.number } ?? things.first
  }

  /// "Thing 4" for the thing number 4, unless a person called another so.
  private func freeLabel(among things: [Thing]) throws(Failure) -> String {
    let number = try archive.newestThing() + 1
    let labels = Set(things.map { $0.label.lowercased() })
    let names = (number...).lazy.map { Thing.label(of: $0) }
    return names.first { !labels.contains($0.lowercased()) } ?? ""
  }

  mutating func set(
    _ field: ThingField, _ value: ThingField.Value?, of thing: Thing, for requester: Requester,
    at now: Moment
  ) throws(Failure) -> Phrase {
    if field == .title, case .text(let label)? = value { try refuseTaken(label, except: thing) }
    try append([.thingChanged(thing, field, to: value, by: requester)], at: now)
    if thing == self.thing { self.thing = try archive.currentThing() }
    let label = field == .title ? value?.text ?? thing.label : thing.label
    return value.map { .thingChanged(thing.number, label, field.word, $0.text) }
      ?? Phrase("thing.cleared", "Thing \(thing.number), \(label): \(field.word) is empty.")
  }

  mutating func delete(
    _ thing: Thing, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    try refuseLocked(archive.lockedPieces(of: thing.number))
    let others = try archive.things().filter { $0 != thing }
    // The one before it, else the first: somebody has worked their way up to it.
    guard let next = others.last(where: { $0.number < thing.number }) ?? others.first else {
      throw .refused(
        Phrase(
          "thing.only",
          "It is the only thing; add another first, by \"thing add\" and its name."))
    }
    let count = try pieceCount(of: thing)
    let isCurrent = thing == self.thing
    try append([.thingDeleted(thing, next: isCurrent ? next : nil, by: requester)], at: now)
    if isCurrent { self.thing = next }
    return .thingDeleted(thing.number, thing.label, count, self.thing.label)
  }

  /// The deleted thing that `reference` names; the one that was deleted last where it is nil.
  func deleted(_ reference: ThingReference?) throws(Failure) -> Thing {
    let things = try archive.deletedThings()
    guard let reference else {
      guard let last = things.first else { throw .refused(.thingNoneDeleted) }
      return last
    }
    guard let place = reference.place(in: things.map { ($0.label, $0.number) }) else {
      let labels = things.map(\.label).joined(separator: ", ")
      throw .refused(
        things.isEmpty
          ? .thingNoneDeleted
          : Phrase(
            "thing.not-deleted",
            "There is no deleted thing \(reference.text). Deleted things: \(labels)."))
    }
    return things[place]
  }

  /// Brings a deleted thing back.
  mutating func undelete(
    _ thing: Thing, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    let returns = try returns(of: [thing], for: requester)
    try append(returns.flatMap(\.records), at: now)
    return returns.first?.news ?? .thingNoneDeleted
  }

  /// The records that bring deleted things back, and what people hear of each; by another label where its own is that
  /// of another thing meanwhile.
  func returns(
    of things: [Thing], for requester: Requester
  ) throws(Failure) -> [(records: [Record], news: Phrase)] {
    var taken = Set(try archive.things().map { $0.label.lowercased() })
    var returns: [(records: [Record], news: Phrase)] = []
    for thing in things {
      guard let step = try archive.deletion(of: thing) else { continue }
      let undoing = Record.changeUndone(step.records, by: requester)
      let free = freeLabel(thing.label, among: taken)
      taken.insert(free.lowercased())
      if free == thing.label {
        returns.append(([undoing], step.outcome))
      } else {
        let renaming = Record.thingChanged(thing, .title, to: .text(free), by: requester)
        returns.append(
          (
            [undoing, renaming],
            .followed(
              step.outcome,
              Phrase("thing.renamed", "It is called \(free) now, for another has its name."))
          ))
      }
    }
    return returns
  }

  /// `label`, or that with the lowest number behind it that makes it none of those that are `taken`.
  func freeLabel(_ label: String, among taken: Set<String>) -> String {
    if !taken.contains(label.lowercased()) { return label }
    let others = (2...).lazy.map { number in
      "\(label.prefix(ThingField.labelLengths.upperBound - "\(number)".count - 1)) \(number)"
    }
    return others.first { !taken.contains($0.lowercased()) } ?? label
  }

  private func pieceCount(of thing: Thing) throws(Failure) -> Int {
    try archive.pieceCounts()[thing.number] ?? 0
  }

  private func refuseTaken(_ label: String, except thing: Thing? = nil) throws(Failure) {
    let taken = try archive.things().first { $0.label.lowercased() == label.lowercased() }
    if let taken, taken != thing {
      throw .refused(
        Phrase(
          "thing.taken",
          "Thing \(taken.number) is called \(taken.label) already; \"thing use \(taken.number)\" goes on with it."
        ))
    }
  }
}

extension ThingField.Value {
  /// As it was typed.
  var text: String {
    switch self {
    case .text(let text): text
    case .list(let elements): elements.joined(separator: ", ")
    }
  }
}

extension Phrase {
  static func thingCurrent(_ number: Int, _ label: String, _ pieceCount: Int) -> Phrase {
    Phrase("thing.current", "Thing \(number): \(label), pieces: \(pieceCount).")
  }

  static func thingChanged(
    _ number: Int, _ label: String, _ field: Phrase, _ value: String
  ) -> Phrase {
    Phrase("thing.changed", "Thing \(number), \(label): \(field) is \(value).")
  }

  static func thingDeleted(
    _ number: Int, _ label: String, _ pieceCount: Int, _ current: String
  ) -> Phrase {
    Phrase(
      "thing.deleted",
      """
      Deleted: thing \(number), \(label), with pieces: \(pieceCount). "undo" brings it back. The thing is \
      \(current) now.
      """)
  }

  static let thingNoneDeleted = Phrase("thing.none-deleted", "No thing is deleted.")

}
