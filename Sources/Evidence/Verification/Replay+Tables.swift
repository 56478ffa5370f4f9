import Core

/// The tables of a store beside those that its records come to.
extension Replay {
  /// Reads from here on what was there now, whoever writes meanwhile.
  func begin() throws(DatabaseError) { try archive.database.execute("BEGIN") }

  func commit() throws(DatabaseError) { try archive.database.execute("COMMIT") }

  /// Lends each row that `sql` selects to `body`.
  func eachRecord(
    _ sql: String, _ body: (borrowing Row) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    try archive.database.prepare(sql).run(each: body)
  }

  /// All that the store's tables have otherwise than its records tell; none of what has tables of an older version, which
  /// nobody reads.
  ///
  /// Those of which something is kept say by which record it is otherwise: for that the records are gone through again.
  func tableFlaws(disbelieving others: Set<Int>) throws(DatabaseError) -> Flaws {
    guard try archive.database.integer("PRAGMA user_version") == Schema.version else {
      return Flaws()
    }
    let flaws = try TableCheck.flaws(in: archive.database)
    let cells = flaws.kept.compactMap(\.cell)
    if cells.isEmpty { return flaws }
    let records = try sources(of: cells, disbelieving: others)
    return flaws.map { flaw in
      var told = flaw
      if let cell = flaw.cell { told.record = records[cell] }
      return told
    }
  }

  /// The latest record by which each of `cells` became what it is by the records.
  private func sources(
    of cells: [Flaw.Cell], disbelieving others: Set<Int>
  ) throws(DatabaseError) -> [Flaw.Cell: Int] {
    var watched: [WatchedCell] = []
    for cell in cells { watched.append(try WatchedCell(cell, in: archive.database)) }
    try clear()
    try eachRecord("SELECT sequence, kind FROM records ORDER BY sequence") {
      row throws(DatabaseError) in
      let sequence = row.integer(0) ?? 0
      guard !others.contains(sequence), let kind = Record.Kind.named(row.text(1) ?? "") else {
        return
      }
      try again(kind, sequence)
      for cell in watched { try cell.look(after: sequence) }
    }
    return Dictionary(watched.map { ($0.cell, $0.record) }) { first, _ in first }
      .compactMapValues { $0 }
  }
}

/// A cell of which somebody wants to know since when it is what it is.
private final class WatchedCell {
  let cell: Flaw.Cell
  private(set) var record: Int?
  private var value: String?
  private let statement: Statement

  init(_ cell: Flaw.Cell, in database: borrowing Database) throws(DatabaseError) {
    statement = try TableCheck.value(of: cell, in: database)
    self.cell = cell
  }

  /// Looks at it after the record `sequence` was applied.
  func look(after sequence: Int) throws(DatabaseError) {
    let found = try statement.first(cell.key.map { .text($0) }) { $0.text(0) ?? "" }
    guard found != value else { return }
    value = found
    record = found == nil ? nil : sequence
  }
}
