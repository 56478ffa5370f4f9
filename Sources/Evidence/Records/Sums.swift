import Core

/// All tables but `records`: what the records come to, each applied once and in their order.
///
/// Nothing else writes to those tables, so that they can be made again from the records alone; what each kind of record
/// does to them stands with the kind.
final class Sums {
  /// A statement that is kept for the next record.
  private final class Prepared {
    let statement: Statement

    init(_ sql: String, in database: borrowing Database) throws(DatabaseError) {
      statement = try database.prepare(sql)
    }
  }

  /// What every record needs.
  private let boots: [Prepared]
  /// What each kind needs, by its name, once it was needed.
  private var ofKinds: [String: [Prepared]] = [:]

  /// Prepares the statements on `database`, which has the newest tables.
  init(of database: borrowing Database) throws(DatabaseError) {
    boots = [
      try Prepared(Sums.noteBoot, in: database), try Prepared(Sums.dateBoot, in: database),
    ]
  }

  /// Makes the tables of `database` say what the record `sequence`, of the given kind, says.
  ///
  /// - Returns: the pieces that it adds: no other statement returns rows.
  @discardableResult
  func apply(
    _ kind: Record.Kind, _ sequence: Int, in database: borrowing Database
  ) throws(DatabaseError) -> [AddedPiece] {
    for sum in boots { try sum.statement.run(.integer(sequence)) }
    var added: [AddedPiece] = []
    for sum in try statements(of: kind, in: database) {
      try sum.statement.run(.integer(sequence)) { row in added.append(AddedPiece(row)) }
    }
    return added
  }

  private func statements(
    of kind: Record.Kind, in database: borrowing Database
  ) throws(DatabaseError) -> [Prepared] {
    if let known = ofKinds[kind.name] { return known }
    var prepared: [Prepared] = []
    for sql in kind.sums { prepared.append(try Prepared(sql, in: database)) }
    ofKinds[kind.name] = prepared
    return prepared
  }
}

extension Sums {
  static let noteBoot = """
    INSERT OR IGNORE INTO boots (boot_id, clock)
    SELECT boot_id, 'unset' FROM records WHERE sequence = ?1
    """
  /// By which record a boot is dated, the first that knew the time on the best word, and of what people told the
  /// latest; and between which times all on that word lie, the later one to ten minutes: most photos have a page less to write.
  static let dateBoot = """
    UPDATE boots SET
      clock = CASE WHEN \(isBetter) THEN record.clock ELSE boots.clock END,
      known_at = CASE WHEN \(isBetter) THEN record.monotonic ELSE known_at END,
      wall_time = CASE WHEN \(isBetter) THEN record.wall_time ELSE boots.wall_time END,
      earliest = CASE WHEN \(isBetter) THEN record.wall_time
        ELSE min(earliest, record.wall_time) END,
      latest = CASE WHEN \(isBetter) THEN record.wall_time
        ELSE max(latest, record.wall_time) END
    FROM (SELECT * FROM records WHERE sequence = ?1 AND wall_time IS NOT NULL) AS record
    WHERE boots.boot_id = record.boot_id AND (\(isBetter) OR record.clock = boots.clock
      AND (record.wall_time < earliest OR record.wall_time > latest + 600000000))
    """
  private static let isBetter = """
    (boots.clock = 'unset' OR boots.clock = 'told' AND (record.clock = 'synchronised'
      OR record.clock = 'told' AND record.kind = '\(Record.Kind.clockTold.name)'))
    """
}
