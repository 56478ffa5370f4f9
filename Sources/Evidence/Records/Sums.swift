import Core

/// All tables but `records`: what the records come to, each applied once and in their order.
///
/// Nothing else writes to those tables, so that they can be made again from the records alone; what each kind of record
/// does to them stands with the kind.
final class Sums {
  /// What every record needs.
  private let dateBoot = LateStatement(Sums.dateBoot)
  /// What each kind needs, by its name, once it was needed.
  private var ofKinds: [String: [LateStatement]] = [:]

  /// Makes the tables of `database` say what the record `sequence`, of the given kind, says.
  ///
  /// - Returns: the pieces that it adds: no other statement returns rows.
  @discardableResult
  func apply(
    _ kind: Record.Kind, _ sequence: Int, in database: borrowing Database
  ) throws(DatabaseError) -> [AddedPiece] {
    try dateBoot.prepared(in: database).statement
      .run(.integer(sequence), .integer(kind == .clockTold ? 1 : 0))
    var added: [AddedPiece] = []
    for sum in statements(of: kind) {
      try sum.prepared(in: database).statement.run(.integer(sequence)) { row in
        added.append(AddedPiece(row))
      }
    }
    return added
  }

  /// Does the same for `record` as it stands, with these `texts` beside it; where it is not written as its kind has to be
  /// nothing is believed of it, as by whoever verifies it.
  func apply(
    _ record: WrittenRecord, _ texts: [ToldText], in database: borrowing Database
  ) throws(DatabaseError) {
    guard let kind = Record.Kind.named(record.kind),
      record.said(as: kind, with: texts) != nil
    else { return }
    try apply(kind, record.sequence, in: database)
  }

  private func statements(of kind: Record.Kind) -> [LateStatement] {
    if let known = ofKinds[kind.name] { return known }
    let statements = kind.statements.map { LateStatement($0) }
    ofKinds[kind.name] = statements
    return statements
  }
}

extension Sums {
  /// By which record a boot is dated, the first that knew the time on the best word, and of what people told the
  /// latest; and between which times all on that word lie, the later one to ten minutes: most photos have a page less to write.
  ///
  /// `?1` is the record's sequence, `?2` whether people told the time by it. One statement, and no UPDATE FROM, for which
  /// SQLite makes a table of its own each time.
  static let dateBoot = """
    INSERT INTO boots (boot_id, clock, known_at, wall_time, earliest, latest)
    SELECT boot_id, iif(wall_time IS NULL, 'unset', clock), iif(wall_time IS NULL, NULL, monotonic),
      wall_time, wall_time, wall_time FROM records WHERE sequence = ?1
    ON CONFLICT (boot_id) DO UPDATE SET
      clock = CASE WHEN \(isBetter) THEN excluded.clock ELSE boots.clock END,
      known_at = CASE WHEN \(isBetter) THEN excluded.known_at ELSE boots.known_at END,
      wall_time = CASE WHEN \(isBetter) THEN excluded.wall_time ELSE boots.wall_time END,
      earliest = CASE WHEN \(isBetter) THEN excluded.wall_time
        ELSE min(boots.earliest, excluded.wall_time) END,
      latest = CASE WHEN \(isBetter) THEN excluded.wall_time
        ELSE max(boots.latest, excluded.wall_time) END
    WHERE excluded.wall_time IS NOT NULL AND (\(isBetter) OR excluded.clock = boots.clock
      AND (excluded.wall_time < boots.earliest OR excluded.wall_time > boots.latest + 600000000))
    """
  private static let isBetter = """
    (boots.clock = 'unset' OR boots.clock = 'told' AND (excluded.clock = 'synchronised'
      OR excluded.clock = 'told' AND ?2))
    """
}

extension Record.Kind {
  /// Its sums as they are run: each reads `told`, the record `?1` with its texts in their places, and null for one that is
  /// gone.
  var statements: [String] {
    let told = """
      WITH told AS (SELECT sequence, kind, \(payload) AS payload, boot_id, wall_time, clock
        FROM records WHERE sequence = ?1)
      """
    return sums.map { "\(told)\n\($0)" }
  }

  /// The payload of a record of this kind with its texts in their places, in SQL; what is no JSON is as good as gone.
  var payload: String {
    guard !told.isEmpty else { return "payload" }
    let texts = told.map { member in
      """
      '$.\(member.name)', json((SELECT text FROM texts
        WHERE record = sequence AND member = '\(member.name)' AND json_valid(text)))
      """
    }
    return "iif(version = 1, payload, json_replace(payload, \(texts.joined(separator: ", "))))"
  }
}
