import Core

/// What becomes of pieces after they were stored.
extension Record.Kind {
  static let ofPieces = [
    pieceDeleted, pieceUndeleted, pieceLocked, pieceTitled, pieceDecided, pieceExported,
    piecePurged, changeUndone,
  ]

  static let pieceDeleted = Record.Kind(
    "piece.deleted", "pieces are deleted", [.pieces, .requester],
    ["UPDATE evidence SET deleted = ?1 WHERE number IN (\(pieces)) AND deleted IS NULL"])
  static let pieceUndeleted = Record.Kind(
    "piece.undeleted", "pieces are deleted no longer", [.pieces, .requester],
    ["UPDATE evidence SET deleted = NULL WHERE number IN (\(pieces))"])
  static let pieceLocked = Record.Kind(
    "piece.locked", "pieces can't be deleted or purged, or can again",
    [.pieces, .flag("locked"), .requester], [lockPieces])
  static let pieceTitled = Record.Kind(
    "piece.titled", "a piece has another title, or none",
    [
      RecordMember("pieces", .numbers, "one"),
      .text(
        "title",
        "from a console at most 100 characters as people count them, which are grapheme clusters of Unicode"
      ).orNull.told, .requester,
    ], [set("title", since: "titled")])
  static let pieceDecided = Record.Kind(
    "piece.decided", "what a person holds of pieces",
    [
      .pieces,
      .text(
        "decision",
        "`confirmed` or `denied`, and to verifiers any text; null: nothing any more"
      ).orNull, .requester,
    ], [set("decision", since: "decided"), dropChoice])
  static let pieceExported = Record.Kind(
    "piece.exported",
    "copies of pieces lie on another physical disk, were flushed and read back there",
    [
      RecordMember("pieces", .numbers, "ascending"),
      .digest(
        "sha256", "of a line `NUMBER SHA256` for each of them, which is what was read back"),
      RecordMember.text("medium", "UUID or serial number of that disk's file system").orNone,
      .requester,
    ], ["UPDATE evidence SET exported = ?1 WHERE number IN (\(pieces)) AND exported IS NULL"])
  static let piecePurged = Record.Kind(
    "piece.purged", "the files of pieces are removed, right after this",
    [
      .pieces,
      .text(
        "reason",
        "`asked`, `deleted`: a day of running ago, or `room`: it was needed, and they were deleted or exported"
      ),
    ], ["UPDATE evidence SET purged = ?1 WHERE number IN (\(pieces)) AND purged IS NULL"])
  static let changeUndone = Record.Kind(
    "change.undone",
    """
    what `records` say is undone: the pieces of a `photo.stored`, `clip.stored`, `clip.recovered`, `piece.adopted`, \
    `piece.imported` or `piece.restored` are deleted by this record; what a `piece.deleted` or `thing.deleted` has \
    deleted is so no longer
    """,
    [RecordMember("records", .numbers, "their sequences"), .requester],
    [undeletePiecesOfUndone, undeleteThingsOfUndone, takeBackPieces])

  /// The numbers of the pieces that a record names.
  static let pieces = """
    SELECT value FROM told, json_each(payload, '$.pieces')
    """
  /// Whoever decides anew has chosen none of the options.
  static let dropChoice = "DELETE FROM choices WHERE piece IN (\(pieces))"

  private static let lockPieces = """
    UPDATE evidence SET
      locked = CASE (SELECT payload ->> 'locked' FROM told)
        WHEN 1 THEN ?1 END
    WHERE number IN (\(pieces))
    """

  /// Gives the pieces the member `name` as a column of that name, and the record as that of `since`.
  private static func set(_ name: String, since: String) -> String {
    """
    UPDATE evidence SET \(name) = (SELECT payload ->> '\(name)' FROM told), \(since) = ?1
    WHERE number IN (\(pieces))
    """
  }

  private static let undone = """
    SELECT value FROM told, json_each(payload, '$.records')
    """
  /// What was deleted by one of the undone records is so no longer; first of all, because pieces of which one is
  /// the capture are marked by this record.
  private static let undeletePiecesOfUndone = """
    UPDATE evidence SET deleted = NULL WHERE deleted IN (\(undone))
    """
  private static let undeleteThingsOfUndone = """
    UPDATE things SET deleted = NULL WHERE deleted IN (\(undone))
    """
  private static let takeBackPieces = """
    UPDATE evidence SET deleted = ?1
    WHERE number IN (SELECT payload ->> 'number' FROM records WHERE sequence IN (\(undone)))
      AND record IN (\(undone)) AND deleted IS NULL
    """
}

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

  /// Copies of `pieces` lie on another physical disk, and were read back there.
  static func piecesExported(
    _ told: ReadBackPieces, on medium: String? = nil, by requester: Requester
  ) -> Record {
    let place = medium.map { [("medium", JSON.string($0))] } ?? []
    return Record(
      .pieceExported,
      pieces(told.numbers) + [("sha256", .string(told.sha256))] + place
        + Record.requester(requester))
  }

  /// The files of the pieces of these `numbers` are removed as soon as this is durable.
  static func piecesPurged(_ numbers: [Int], for reason: Purge) -> Record {
    Record(.piecePurged, pieces(numbers) + [("reason", .string(reason.rawValue))])
  }

  /// The changes of these `records` are undone: captured pieces are deleted, deleted ones are not.
  static func changeUndone(_ records: [Int], by requester: Requester) -> Record {
    Record(
      .changeUndone,
      [("records", .array(records.map { .integer($0) }))] + Record.requester(requester))
  }

  private static func pieces(_ numbers: [Int]) -> [(String, JSON)] {
    [("pieces", .array(numbers.map { .integer($0) }))]
  }
}
