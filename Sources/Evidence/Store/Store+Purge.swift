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
    let last = try archive.latestRecord(before: Store.deletionsLast, at: now)
    let old = try archive.purgeable(atMost: Store.mostPurged, deletedThrough: last)
    return try purge(old.map(\.number), for: .deleted, at: now)
  }

  /// Purges what is deleted, however long ago, at most so many pieces as may be at once.
  mutating func purgeDeleted(at now: Moment) throws(Failure) -> Phrase {
    let deleted = try archive.purgeable(atMost: Store.mostPurged)
    let count = try purge(deleted.map(\.number), for: .asked, at: now)
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
    guard changed.isEmpty else {
      throw .refused(
        Phrase(
          "removal.overtaken",
          "Nothing was removed, for something was changed since the question, of: \(changed.inWords)."
        ))
    }
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
      let numbers = try purgeable(atMost: Store.mostPurged).map(\.number)
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

  /// At most `count` of the deleted pieces whose bytes are there and that are not locked, the one that was deleted first
  /// at first; none that was deleted by a record after `last`.
  func purgeable(
    atMost count: Int, deletedThrough last: Int = .max
  ) throws(Failure) -> [PurgeablePiece] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var pieces: [PurgeablePiece] = []
      try database.prepare(Archive.purgeable).run(.integer(count), .integer(last)) { row in
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

  /// The latest record that was appended so long before `now`, counted as `runningTime` counts; 0 for none.
  ///
  /// Looks at the records since then, and not at those before.
  func latestRecord(before age: Duration, at now: Moment) throws(Failure) -> Int {
    try Failure.inDatabase { () throws(DatabaseError) in
      var (found, sum, spans) = (0, 0, [String: (first: Int, last: Int)]())
      let sql = "SELECT sequence, boot_id, monotonic FROM records ORDER BY sequence DESC"
      try database.prepare(sql).runWhile { row in
        let (boot, instant) = (row.text(1) ?? "", row.integer(2) ?? 0)
        let span = spans[boot] ?? (instant, instant)
        let last = boot == now.bootID ? Int(now.instant.nanoseconds) : max(span.last, instant)
        let first = min(span.first, instant)
        sum += max(0, last - first) - (spans[boot] == nil ? 0 : max(0, span.last - span.first))
        spans[boot] = (first, last)
        if sum >= age.nanoseconds { found = row.integer(0) ?? 0 }
        return found == 0
      }
      return found
    }
  }

  /// Those of `evidence_purgeable`, and those of deleted things that have any: CROSS JOIN has SQLite look at no others.
  private static let purgeable = """
    SELECT number, byte_count, deleted FROM evidence
    WHERE deleted IS NOT NULL AND purged IS NULL AND locked IS NULL AND deleted <= ?2
    UNION ALL
    SELECT evidence.number, byte_count, things.deleted FROM things
      CROSS JOIN evidence ON thing = things.number
    WHERE things.deleted <= ?2 AND evidence.deleted IS NULL AND purged IS NULL
      AND locked IS NULL AND EXISTS (SELECT 1 FROM totals
        WHERE totals.thing = things.number AND totals.state NOT IN ('deleted', 'purged')
          AND pieces > 0)
    ORDER BY 3, 1 LIMIT ?1
    """
}

extension Phrase {
  static func purged(_ count: Int) -> Phrase {
    Phrase("purge.done", "Files of deleted pieces removed: \(count).")
  }

  static let nothingToPurge = Phrase("purge.nothing", "Nothing deleted waits to be removed.")
}
