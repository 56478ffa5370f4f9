import Core

/// What goes when the medium is nearly full: what is deleted, and then what lies elsewhere too.
extension Store {
  /// People have just been told that it can be brought back: so long after it was deleted nothing goes for its room,
  /// counted while programs run.
  package static let deletionsStay = Duration.seconds(10 * 60)

  /// Purges what is deleted, the oldest deletion first, and then pieces that are exported, the oldest first, until
  /// `byteCount` bytes are free more; blocks in a flush.
  ///
  /// What is locked stays, and so does what was deleted only now, or lies nowhere else.
  package mutating func makeRoom(of byteCount: Int, at now: Moment) throws(Failure) -> MadeRoom {
    let deleted = try dispensable(at: now)
    let spare = try archive.spare(Store.mostPurged)
    var freed = 0
    var some: [(number: Int, byteCount: Int)] = deleted.map { ($0.number, $0.byteCount) }
    some += spare.map { ($0.number, $0.byteCount) }
    let needed = some.prefix(Store.mostPurged).prefix { piece in
      defer { freed += piece.byteCount }
      return freed < byteCount
    }
    let count = try purge(needed.map(\.number), for: .room, at: now)
    let deletedCount = min(count, deleted.count)
    return MadeRoom(deletedCount: deletedCount, exportedCount: count - deletedCount)
  }

  /// The deleted pieces that may go for their room at the moment `now`, the one that was deleted first at first; at most
  /// so many as may go at once.
  private func dispensable(at now: Moment) throws(Failure) -> [PurgeablePiece] {
    let last = try archive.latestRecord(before: Store.deletionsStay, at: now)
    return try archive.purgeable(atMost: Store.mostPurged, deletedThrough: last)
  }
}

/// What was purged to make room.
package struct MadeRoom: Hashable, Sendable {
  /// How many pieces that were deleted.
  package let deletedCount: Int
  /// How many pieces that are exported.
  package let exportedCount: Int
}

/// An exported piece whose bytes are there.
struct SparePiece: Hashable {
  let number: Int
  let byteCount: Int
}

extension Archive {
  /// At most `count` of the pieces that may go because they lie elsewhere, the oldest first: exported, in good order,
  /// neither deleted nor locked.
  func spare(_ count: Int) throws(Failure) -> [SparePiece] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var pieces: [SparePiece] = []
      try database.prepare(Archive.selectSpare).run(.integer(count)) { row in
        pieces.append(SparePiece(number: row.integer(0) ?? 0, byteCount: row.integer(1) ?? 0))
      }
      return pieces
    }
  }

  /// What has to hold of a piece that may go.
  private static let isSpare = [
    "exported IS NOT NULL",
    "purged IS NULL",
    "locked IS NULL",
    "evidence.deleted IS NULL",
    "things.deleted IS NULL",
    "state IN ('stored', 'adopted')",
  ]

  /// CROSS JOIN has SQLite go through the index of exported pieces, and stop when there are enough.
  private static let selectSpare = """
    SELECT evidence.number, byte_count FROM evidence CROSS JOIN things ON things.number = thing
    WHERE \(isSpare.joined(separator: " AND "))
    ORDER BY evidence.number LIMIT ?1
    """
}
