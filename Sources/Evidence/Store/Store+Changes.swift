import Core

/// What people change of things and pieces.
extension Store {
  /// Makes `change`, as `requester` asked, at the moment `now`: when this returns it survives a power cut.
  ///
  /// Blocks in a flush of the disk. A failure of the kind `refused` has changed nothing and says why; one of the kind
  /// `storeLocked` can be tried again; after any other nobody knows whether the change was made.
  ///
  /// - Returns: what people should hear of it.
  package mutating func make(
    _ change: StoreChange, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    // What can be purged may be another after it.
    purgeAt = nil
    switch change {
    case .addThing(let label, let category):
      return try addThing(label, in: category, for: requester, at: now)
    case .useThing(let reference):
      return try use(archive.thing(reference), for: requester, at: now)
    case .nextThing(let goesThrough):
      return try nextThing(goesThrough: goesThrough, for: requester, at: now)
    case .setThing(let field, let value, let reference):
      return try set(field, value, of: named(reference), for: requester, at: now)
    case .deleteThing(let reference):
      return try delete(named(reference), for: requester, at: now)
    case .deletePieces(let numbers, let isForGood):
      return try delete(numbers, isForGood: isForGood, for: requester, at: now)
    case .undeletePieces(let numbers): return try undelete(numbers, for: requester, at: now)
    case .lockPieces(let numbers, let isLocked):
      return try lock(numbers, isLocked, for: requester, at: now)
    case .piecesExported(let numbers, let sha256):
      return try noteExported(numbers, sha256, for: requester, at: now)
    case .purge: return try purgeDeleted(at: now)
    case .undo(let step): return try undo(step, for: requester, at: now)
    }
  }
}

/// Things.
extension Store {
  private func named(_ reference: ThingReference?) throws(Failure) -> Thing {
    guard let reference else { return thing }
    return try archive.thing(reference)
  }

  private mutating func addThing(
    _ label: String, in category: ThingCategory, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    try refuseTaken(label)
    let id = try identifiers.next(at: now.instant)
    let number = try archive.newestThing() + 1
    try append([.thingCreated(id, number, label, in: category, by: requester)], at: now)
    thing = Thing(number: number, id: id, label: label, category: category.rawValue)
    return .thingBegun(number, label)
  }

  private mutating func use(
    _ thing: Thing, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    if thing != self.thing {
      try append([.thingUsed(thing, by: requester)], at: now)
      self.thing = thing
    }
    return .thingCurrent(thing.number, thing.label, try pieceCount(of: thing))
  }

  /// Past the last thing another begins, unless the last has no pieces yet: then it goes round.
  private mutating func nextThing(
    goesThrough: Bool, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    let things = try archive.things()
    if goesThrough {
      if let next = things.first(where: { $0.number > thing.number }) {
        return try use(next, for: requester, at: now)
      }
      if try pieceCount(of: thing) == 0, let first = things.first, first != thing {
        return try use(first, for: requester, at: now)
      }
    }
    let label = try freeLabel(among: things)
    return try addThing(label, in: .other, for: requester, at: now)
  }

  /// "Thing 4" for the thing number 4, unless a person called another so.
  private func freeLabel(among things: [Thing]) throws(Failure) -> String {
    let number = try archive.newestThing() + 1
    let labels = Set(things.map { $0.label.lowercased() })
    let names = (number...).lazy.map { Phrase.thingNumbered($0).english }
    return names.first { !labels.contains($0.lowercased()) } ?? ""
  }

  private mutating func set(
    _ field: ThingField, _ value: ThingField.Value?, of thing: Thing, for requester: Requester,
    at now: Moment
  ) throws(Failure) -> Phrase {
    if field == .title, case .text(let label)? = value { try refuseTaken(label, except: thing) }
    try append([.thingChanged(thing, field, to: value, by: requester)], at: now)
    if thing == self.thing { self.thing = try archive.currentThing() }
    let label = field == .title ? value?.text ?? thing.label : thing.label
    return value.map { .thingChanged(thing.number, label, field.word, $0.text) }
      ?? .thingCleared(thing.number, label, field.word)
  }

  private mutating func delete(
    _ thing: Thing, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    try refuseLocked(archive.lockedPieces(of: thing.number))
    let others = try archive.things().filter { $0 != thing }
    // The one before it, else the first: somebody has worked their way up to it.
    guard let next = others.last(where: { $0.number < thing.number }) ?? others.first else {
      throw .refused(.onlyThing)
    }
    let count = try pieceCount(of: thing)
    let isCurrent = thing == self.thing
    try append([.thingDeleted(thing, next: isCurrent ? next : nil, by: requester)], at: now)
    if isCurrent { self.thing = next }
    return .thingDeleted(thing.label, count, self.thing.label)
  }

  private func pieceCount(of thing: Thing) throws(Failure) -> Int {
    try archive.pieceCounts()[thing.number] ?? 0
  }

  private func refuseTaken(_ label: String, except thing: Thing? = nil) throws(Failure) {
    let taken = try archive.things().first { $0.label.lowercased() == label.lowercased() }
    if let taken, taken != thing { throw .refused(.thingTaken(taken.number, taken.label)) }
  }
}

/// Pieces.
extension Store {
  private mutating func delete(
    _ numbers: [Int], isForGood: Bool, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    let marks = try marks(of: numbers)
    try refuseLocked(numbers.filter { marks[$0]?.isLocked ?? false })
    let fresh = numbers.filter { !(marks[$0]?.isAway ?? true) }
    guard !fresh.isEmpty || isForGood else { throw .refused(.piecesDeletedAlready) }
    var records: [Record] = fresh.isEmpty ? [] : [.piecesDeleted(fresh, by: requester)]
    if isForGood { records.append(.piecesPurged(numbers, for: .asked)) }
    try append(records, at: now)
    if isForGood { for number in numbers { folder.erase(number) } }
    return isForGood ? .piecesErased(numbers.inWords) : .piecesDeleted(numbers.inWords)
  }

  private mutating func undelete(
    _ numbers: [Int], for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    let marks = try marks(of: numbers)
    guard numbers.contains(where: { marks[$0]?.isDeleted ?? false }) else {
      throw .refused(.piecesNotDeleted)
    }
    if numbers.contains(where: { marks[$0]?.isPurged ?? false }) {
      throw .refused(.piecesPurgedAlready)
    }
    try append([.piecesUndeleted(numbers, by: requester)], at: now)
    return .piecesUndeleted(numbers.inWords)
  }

  private mutating func lock(
    _ numbers: [Int], _ isLocked: Bool, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    let marks = try marks(of: numbers)
    if numbers.contains(where: { marks[$0]?.isPurged ?? false }) {
      throw .refused(.piecesPurgedAlready)
    }
    try append([.piecesLocked(numbers, isLocked, by: requester)], at: now)
    return isLocked ? .piecesLocked(numbers.inWords) : .piecesUnlocked(numbers.inWords)
  }

  /// What became of the pieces of these `numbers`; where one is no piece the failure says so.
  private func marks(of numbers: [Int]) throws(Failure) -> [Int: PieceMarks] {
    let marks = try archive.marks(of: numbers)
    if let unknown = numbers.first(where: { marks[$0] == nil }) {
      throw .refused(.pieceUnknown(unknown))
    }
    return marks
  }

  private func refuseLocked(_ numbers: [Int]) throws(Failure) {
    if let first = numbers.first { throw .refused(.pieceIsLocked(first)) }
  }
}

/// Undo, and the end of what can be undone.
extension Store {
  private mutating func undo(
    _ step: UndoStep?, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    let latest = try archive.undoStep()
    guard let latest else { throw .refused(.nothingToUndo) }
    guard step == nil || step == latest else { throw .refused(.undoneMeanwhile) }
    if case .capture = latest.subject {
      let marks = try archive.marks(of: archive.pieces(madeBy: latest.records))
      try refuseLocked(marks.filter { $0.value.isLocked }.map(\.key))
    }
    try append([.changeUndone(latest, by: requester)], at: now)
    return latest.outcome
  }

  private mutating func purgeDeleted(at now: Moment) throws(Failure) -> Phrase {
    let count = try purge(archive.purgeable().map(\.number), for: .asked, at: now)
    return count == 0 ? .nothingToPurge : .purged(count)
  }
}

extension [Int] {
  /// Numbers of pieces in a sentence: runs of three and more as `3-5`.
  var inWords: String {
    var runs: [(first: Int, last: Int)] = []
    for number in sorted() {
      if let last = runs.last?.last, number == last + 1 {
        runs[runs.count - 1].last = number
      } else {
        runs.append((number, number))
      }
    }
    return runs.map { $0.first == $0.last ? "\($0.first)" : "\($0.first)-\($0.last)" }
      .joined(separator: ", ")
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
  static func thingNumbered(_ number: Int) -> Phrase {
    Phrase("thing.numbered", "Thing {1}", number)
  }

  static func thingBegun(_ number: Int, _ label: String) -> Phrase {
    Phrase("thing.begun", "Thing {1} begins: {2}. New photos belong to it.", number, label)
  }

  static func thingCurrent(_ number: Int, _ label: String, _ pieceCount: Int) -> Phrase {
    Phrase("thing.current", "Thing {1}: {2}, pieces: {3}.", number, label, pieceCount)
  }

  static func thingChanged(
    _ number: Int, _ label: String, _ field: Phrase, _ value: String
  ) -> Phrase {
    Phrase("thing.changed", "Thing {1}, {2}: {3} is {4}.", number, label, field, value)
  }

  static func thingCleared(_ number: Int, _ label: String, _ field: Phrase) -> Phrase {
    Phrase("thing.cleared", "Thing {1}, {2}: {3} is empty.", number, label, field)
  }

  static func thingDeleted(_ label: String, _ pieceCount: Int, _ current: String) -> Phrase {
    Phrase(
      "thing.deleted",
      "Deleted: {1}, with pieces: {2}. \"undo\" brings it back. The thing is {3} now.", label,
      pieceCount, current)
  }

  static func thingTaken(_ number: Int, _ label: String) -> Phrase {
    Phrase(
      "thing.taken", "Thing {1} is called {2} already; \"thing use {1}\" goes on with it.",
      number, label)
  }

  static let onlyThing = Phrase(
    "thing.only", "It is the only thing; add another first, by \"thing add\" and its name.")

  static func pieceUnknown(_ number: Int) -> Phrase {
    Phrase("piece.unknown", "There is no piece {1}; \"list\" shows the latest.", number)
  }

  static func pieceIsLocked(_ number: Int) -> Phrase {
    Phrase("piece.is-locked", "Piece {1} is locked; \"lock {1} off\" frees it.", number)
  }

  static func piecesDeleted(_ numbers: String) -> Phrase {
    Phrase("pieces.deleted", "Deleted: {1}. \"undo\" brings it back.", numbers)
  }

  static func piecesErased(_ numbers: String) -> Phrase {
    Phrase("pieces.erased", "Deleted for good: {1}.", numbers)
  }

  static let piecesDeletedAlready = Phrase("pieces.deleted-already", "That is deleted already.")

  static func piecesUndeleted(_ numbers: String) -> Phrase {
    Phrase("pieces.undeleted", "Back again: {1}.", numbers)
  }

  static let piecesNotDeleted = Phrase("pieces.not-deleted", "That is not deleted.")

  static let piecesPurgedAlready = Phrase(
    "pieces.purged-already", "Its file was removed; nothing brings it back.")

  static func piecesLocked(_ numbers: String) -> Phrase {
    Phrase(
      "pieces.locked", "Locked: {1}. Nobody can delete it until \"lock\" with \"off\".", numbers)
  }

  static func piecesUnlocked(_ numbers: String) -> Phrase {
    Phrase("pieces.unlocked", "Not locked any more: {1}.", numbers)
  }

  static let undoneMeanwhile = Phrase(
    "undo.meanwhile", "Something else came in between; nothing is undone.")

  static func purged(_ count: Int) -> Phrase {
    Phrase("purge.done", "Files of deleted pieces removed: {1}.", count)
  }

  static let nothingToPurge = Phrase("purge.nothing", "Nothing deleted waits to be removed.")
}
