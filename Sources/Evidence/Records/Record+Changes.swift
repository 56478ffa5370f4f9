import Core

/// Things.
extension Record {
  /// A thing begins to exist, and is the current one.
  ///
  /// - Parameter requester: who asked for it; nil for the thing of a new store.
  static func thingCreated(
    _ id: String, _ number: Int, _ title: String, in category: ThingCategory = .other,
    by requester: Requester? = nil
  ) -> Record {
    let members: [(String, JSON)] = [
      ("id", .string(id)), ("number", .integer(number)), ("title", .string(title)),
      ("category", .string(category.rawValue)),
    ]
    return Record(.thingCreated, members + (requester.map { Record.requester($0) } ?? []))
  }

  /// `thing` is the current one from now on.
  static func thingUsed(_ thing: Thing, by requester: Requester) -> Record {
    Record(.thingUsed, members(of: thing) + Record.requester(requester))
  }

  /// `field` of `thing` is `value` from now on.
  static func thingChanged(
    _ thing: Thing, _ field: ThingField, to value: ThingField.Value?, by requester: Requester
  ) -> Record {
    let spelled: JSON =
      switch value {
      case .text(let text): .string(text)
      case .list(let elements): .array(elements.map { .string($0) })
      case nil: .null
      }
    let change: [(String, JSON)] = [("field", .string(field.name)), ("value", spelled)]
    return Record(.thingChanged, members(of: thing) + change + Record.requester(requester))
  }

  /// `thing` is deleted, and its pieces with it; `next` is the current one where it was.
  static func thingDeleted(_ thing: Thing, next: Thing?, by requester: Requester) -> Record {
    Record(
      .thingDeleted,
      members(of: thing) + [("current", .optional(next?.number))] + Record.requester(requester))
  }

  private static func members(of thing: Thing) -> [(String, JSON)] {
    [("id", .string(thing.id)), ("number", .integer(thing.number))]
  }
}

/// What becomes of pieces after they were stored.
extension Record {
  /// Why the bytes of a piece were removed.
  enum Purge: String {
    /// A person wanted it at once.
    case asked
    /// It was deleted, or taken back, long enough ago.
    case deleted
    /// It was deleted, or taken back, or is exported, and its room was needed.
    case room
  }

  /// The pieces of these `numbers` are deleted.
  static func piecesDeleted(_ numbers: [Int], by requester: Requester) -> Record {
    Record(.pieceDeleted, pieces(numbers) + Record.requester(requester))
  }

  /// The pieces of these `numbers` are deleted no longer.
  static func piecesUndeleted(_ numbers: [Int], by requester: Requester) -> Record {
    Record(.pieceUndeleted, pieces(numbers) + Record.requester(requester))
  }

  /// Nobody can delete or purge the pieces of these `numbers`, or everybody can again.
  static func piecesLocked(
    _ numbers: [Int], _ isLocked: Bool, by requester: Requester
  ) -> Record {
    Record(
      .pieceLocked, pieces(numbers) + [("locked", .bool(isLocked))] + Record.requester(requester))
  }

  /// Piece `number` has the title `title` from here on, or none.
  static func pieceTitled(_ number: Int, _ title: String?, by requester: Requester) -> Record {
    Record(
      .pieceTitled, pieces([number]) + [("title", .optional(title))] + Record.requester(requester))
  }

  /// That is what a person holds of the pieces of these `numbers`; nil: nothing any more.
  static func piecesDecided(
    _ numbers: [Int], _ decision: PieceDecision?, by requester: Requester
  ) -> Record {
    let decided: [(String, JSON)] = [("decision", .optional(decision?.rawValue))]
    return Record(.pieceDecided, pieces(numbers) + decided + Record.requester(requester))
  }

  /// The files of the pieces of these `numbers` are removed as soon as this is durable.
  static func piecesPurged(_ numbers: [Int], for reason: Purge) -> Record {
    Record(.piecePurged, pieces(numbers) + [("reason", .string(reason.rawValue))])
  }

  /// What the records of `step` say is undone: captured pieces are deleted, deleted ones are not.
  static func changeUndone(_ step: UndoStep, by requester: Requester) -> Record {
    Record(
      .changeUndone,
      [("records", .array(step.records.map { .integer($0) }))] + Record.requester(requester))
  }

  private static func pieces(_ numbers: [Int]) -> [(String, JSON)] {
    [("pieces", .array(numbers.map { .integer($0) }))]
  }

  private static func requester(_ requester: Requester) -> [(String, JSON)] {
    [("requester", .string(requester.name))]
  }
}
