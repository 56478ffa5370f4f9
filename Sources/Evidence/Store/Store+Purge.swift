import Core

/// The end of what is deleted: its files are removed, and their records stay.
extension Store {
  /// What is deleted can be brought back for so long, counted while programs run.
  package static let deletionsLast = Duration.seconds(24 * 3600)
  /// So many pieces are purged at once, so that no press waits for long.
  static let mostPurged = 256

  /// Purges what was deleted long enough ago at the moment `now`, or as much of it as may be at once; blocks in a
  /// flush.
  ///
  /// - Returns: how many pieces that were.
  package mutating func purgeOld(at now: Moment) throws(Failure) -> Int {
    var old: [Int] = []
    var ages: [Int: Duration] = [:]
    for piece in try archive.purgeable().prefix(Store.mostPurged) {
      if ages[piece.deletion] == nil {
        ages[piece.deletion] = try archive.runningTime(since: piece.deletion, at: now)
      }
      if let age = ages[piece.deletion], age >= Store.deletionsLast { old.append(piece.number) }
    }
    return try purge(old, for: .deleted, at: now)
  }

  /// Purges what is deleted, however long ago, at most so many pieces as may be at once.
  mutating func purgeDeleted(at now: Moment) throws(Failure) -> Phrase {
    let count = try purge(archive.purgeable().map(\.number), for: .asked, at: now)
    return count == 0 ? .nothingToPurge : .purged(count)
  }

  /// Removes the bytes of the pieces that `removal` names, if all of them are what they were then.
  mutating func remove(
    _ removal: Removal, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    let numbers = removal.numbers
    let present = Dictionary(
      uniqueKeysWithValues: try archive.removable(numbers).map { ($0.number, $0) })
    let changed = removal.pieces.filter { $0 != present[$0.number] }.map(\.number)
    guard changed.isEmpty else { throw .refused(.removalOvertaken(changed.inWords)) }
    switch removal.choice {
    case .numbered: return try delete(numbers, isForGood: true, for: requester, at: now)
    case .deleted: return .purged(try purge(numbers, for: .asked, at: now))
    }
  }

  /// Removes the bytes of the pieces of these `numbers`, at most so many as may be at once.
  ///
  /// Their record comes first: if a power cut comes between, the next survey removes what is left.
  mutating func purge(
    _ numbers: [Int], for reason: Record.Purge, at now: Moment
  ) throws(Failure) -> Int {
    let some = Array(numbers.prefix(Store.mostPurged))
    guard !some.isEmpty else { return 0 }
    try append([.piecesPurged(some, for: reason)], at: now)
    for number in some { erase(number) }
    pointLatest()
    return some.count
  }
}

extension Store {
  /// Removes the files of piece `number`, whose record says that it is purged.
  ///
  /// What nobody recorded is nobody's to remove, whatever it is called.
  func erase(_ number: Int) {
    let piece = (try? archive.piece(number)) ?? nil
    folder.erase(number, piece?.companions.inOrder ?? [])
  }
}

/// A deleted piece whose bytes are there.
struct PurgeablePiece: Hashable {
  let number: Int
  let byteCount: Int
  /// Sequence of the record that deleted it, or its thing.
  let deletion: Int
}

extension Archive {
  /// The pieces that somebody wants removed, for a question; where there is none to remove the failure says why.
  package func removal(_ choice: Removal.Choice) throws(Failure) -> Removal {
    switch choice {
    case .numbered(let numbers): return Removal(choice, try named(numbers))
    case .deleted:
      let numbers = try purgeable().prefix(Store.mostPurged).map(\.number)
      guard !numbers.isEmpty else { throw .refused(.nothingToPurge) }
      return Removal(choice, try removable(numbers.sorted()))
    }
  }

  private func named(_ numbers: [Int]) throws(Failure) -> [Removal.Piece] {
    let marks = try marks(of: numbers)
    if let locked = numbers.first(where: { marks[$0]?.isLocked ?? false }) {
      throw .refused(.pieceIsLocked(locked))
    }
    let pieces = try removable(numbers)
    guard let first = numbers.first, pieces.isEmpty else { return pieces }
    throw .refused(marks[first] == nil ? .noSuchPiece(first) : .piecePurgedAlready(first))
  }

  /// Those of the pieces of these `numbers` that have their bytes and are not locked.
  func removable(_ numbers: [Int]) throws(Failure) -> [Removal.Piece] {
    try Failure.inDatabase { () throws(DatabaseError) in
      let statement = try database.prepare(
        """
        SELECT evidence.id, coalesce(evidence.deleted, things.deleted)
        FROM evidence JOIN things ON things.number = thing
        WHERE evidence.number = ?1 AND purged IS NULL AND locked IS NULL
        """)
      var pieces: [Removal.Piece] = []
      for number in numbers {
        let piece = try statement.first(.integer(number)) { row in
          Removal.Piece(number: number, id: row.text(0) ?? "", deletion: row.integer(1))
        }
        if let piece { pieces.append(piece) }
      }
      return pieces
    }
  }

  /// The deleted pieces whose bytes are there and that are not locked, the one that was deleted first at first.
  func purgeable() throws(Failure) -> [PurgeablePiece] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var pieces: [PurgeablePiece] = []
      try database.prepare(Archive.purgeable).run { row in
        pieces.append(
          PurgeablePiece(
            number: row.integer(0) ?? 0, byteCount: row.integer(1) ?? 0,
            deletion: row.integer(2) ?? 0))
      }
      return pieces
    }
  }

  /// For how long programs have run since the record `sequence`, as far as records tell: of earlier boots the time
  /// between their records, of that of `now` all of it.
  func runningTime(since sequence: Int, at now: Moment) throws(Failure) -> Duration {
    try Failure.inDatabase { () throws(DatabaseError) in
      var nanoseconds = 0
      try database.prepare(
        """
        SELECT boot_id, min(monotonic), max(monotonic) FROM records WHERE sequence >= ?1
        GROUP BY boot_id
        """
      ).run(.integer(sequence)) { row in
        let (first, last) = (row.integer(1) ?? 0, row.integer(2) ?? 0)
        let isPresent = row.text(0) == now.bootID
        nanoseconds += max(0, (isPresent ? Int(now.instant.nanoseconds) : last) - first)
      }
      return .nanoseconds(Int64(nanoseconds))
    }
  }

  /// CROSS JOIN has SQLite look at the pieces of deleted things alone, which are few or none.
  private static let purgeable = """
    SELECT number, byte_count, deleted FROM evidence
    WHERE deleted IS NOT NULL AND purged IS NULL AND locked IS NULL
    UNION ALL
    SELECT evidence.number, byte_count, things.deleted FROM things
      CROSS JOIN evidence ON thing = things.number
    WHERE things.deleted IS NOT NULL AND evidence.deleted IS NULL AND purged IS NULL
      AND locked IS NULL
    ORDER BY 3, 1
    """
}

extension Phrase {
  static func purged(_ count: Int) -> Phrase {
    Phrase("purge.done", "Files of deleted pieces removed: {1}.", count)
  }

  static func removalOvertaken(_ numbers: String) -> Phrase {
    Phrase(
      "removal.overtaken",
      "Nothing was removed, for something was changed since the question, of: {1}.", numbers)
  }

  static let nothingToPurge = Phrase("purge.nothing", "Nothing deleted waits to be removed.")
}
