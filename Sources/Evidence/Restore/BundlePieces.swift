import Core
import Glibc

/// Which pieces of a bundle may come back, by what its records say became of them.
///
/// What people deleted stays away; so does what went for its room alone, until somebody says that it may return.
struct BundlePieces {
  /// Numbers of those that may; whether their files are what was recorded is seen when their turn has come.
  private(set) var numbers: [Int32] = []
  /// How many were left out of the bundle on purpose.
  private(set) var leftOutCount = 0
  /// How many were removed, and are not in it or were wanted away.
  private(set) var removedCount = 0
  /// How many are in it, and went from their store for their room alone.
  private(set) var spareCount = 0

  /// What has become of a piece.
  private enum Fate {
    case none, deleted, removed, removedForRoom
  }

  /// Looks through the pieces that `told` tells of; `isReturning` where those may come back that went for their room.
  init(of told: ToldPieces, in bundle: Bundle, returning isReturning: Bool) throws(Failure) {
    try Failure.inDatabase { () throws(DatabaseError) in
      for (number, fate) in try BundlePieces.fates(of: told) {
        let piece = try told.piece(number)
        let areThere =
          bundle.leftOut.copy(of: number) != nil
          || piece?.files.allSatisfy { bundle.holds($0.file) } ?? true
        let isLeftOut = bundle.leftOut.has(number) || piece.map(told.isLater) ?? false
        switch fate {
        case .deleted: break
        case .none where isLeftOut && !areThere: leftOutCount += 1
        case .none: numbers.append(Int32(number))
        case .removedForRoom where areThere && isReturning: numbers.append(Int32(number))
        case .removedForRoom where areThere: spareCount += 1
        case .removed, .removedForRoom: removedCount += 1
        }
      }
    }
  }

  private static func fates(of told: ToldPieces) throws(DatabaseError) -> [(Int, Fate)] {
    var fates: [(Int, Fate)] = []
    try told.replay.archive.database.prepare(fate).run { row in
      let fate: Fate =
        switch (row.integer(1) == 1, row.integer(2)) {
        case (_, 1?): .removedForRoom
        case (_, .some): .removed
        case (true, nil): .deleted
        case (false, nil): .none
        }
      fates.append((row.integer(0) ?? 0, fate))
    }
    return fates
  }

  private static let fate = """
    SELECT evidence.number, \(Archive.isDeleted),
      CASE WHEN purged IS NOT NULL THEN \(Archive.isPurgedForRoom) END
    FROM evidence CROSS JOIN things ON things.number = thing ORDER BY evidence.number
    """
}

extension Archive {
  /// Whether somebody deleted a piece or its thing, for a statement about both.
  fileprivate static let isDeleted = "evidence.deleted IS NOT NULL OR things.deleted IS NOT NULL"
  /// Whether the files of a purged piece went for their room alone, while nobody had deleted it.
  fileprivate static let isPurgedForRoom = """
    NOT (\(isDeleted)) AND (SELECT payload ->> 'reason' FROM records WHERE sequence = purged) = 'room'
    """

  /// Whether the files of the purged piece `number` went for their room alone.
  func isPurgedForRoom(_ number: Int) throws(Failure) -> Bool {
    try Failure.inDatabase { () throws(DatabaseError) in
      let sql = """
        SELECT \(Archive.isPurgedForRoom) FROM evidence CROSS JOIN things ON things.number = thing
        WHERE evidence.number = ?1
        """
      return try database.prepare(sql).first(.integer(number)) { $0.integer(0) == 1 } ?? false
    }
  }
}
