import CSQLite
import Core

/// The records of a damaged database in their order: each that can be read, also behind those that can't.
///
/// A page that is gone takes the records on it along. SQLite finds those of other pages by their numbers, so whoever seeks on
/// comes past the hole.
struct ReadableRecords: ~Copyable {
  /// So many numbers are tried one by one behind a record; a page of pages has fewer.
  private static let mostSteps = 1 << 14

  /// Why the first that can't be read can't; nil as long as all could.
  // Spelled out because `?` would have it set before all others, on which Swift 6.0.3 breaks off.
  private(set) var obstacle: Optional<DatabaseError>
  /// Whether something can't be read behind the last of them.
  private(set) var isEndLost = false
  private let atOrAfter: Statement
  /// The number of the record before.
  private var sequence: Int

  /// Those in `database` with numbers above `sequence`.
  init(in database: borrowing Database, after sequence: Int = 0) throws(DatabaseError) {
    let sql = """
      SELECT \(WrittenRecord.columns), hash, signature FROM records
      WHERE sequence >= ?1 ORDER BY sequence LIMIT 1
      """
    let atOrAfter = try database.prepare(sql)
    self.atOrAfter = atOrAfter
    self.sequence = sequence
    obstacle = nil
  }

  /// The next record that can be read; nil behind the last.
  ///
  /// Throws what tells nothing of the database, such as another program's lock.
  mutating func next() throws(DatabaseError) -> ChainedRecord? {
    guard sequence < .max else { return nil }
    var found: ChainedRecord?
    do throws(DatabaseError) { found = try record(from: sequence + 1) } catch {
      guard error.isOfDamage else { throw error }
      obstacle = obstacle ?? error
      found = try recordBehindHole()
      isEndLost = found == nil
    }
    found.map { sequence = $0.record.sequence }
    return found
  }

  /// The first record from number `first` on; nil where there is none.
  private func record(from first: Int) throws(DatabaseError) -> ChainedRecord? {
    let found = try atOrAfter.first(.integer(first)) { row in
      ChainedRecord(
        record: WrittenRecord(row), hash: row.text(8) ?? "", signature: row.text(9), isWhole: true)
    }
    // A page that was written over may have any numbers.
    if let found, found.record.sequence < first { throw .outOfOrder(found.record.sequence) }
    return found
  }

  /// The same where it can be read; nil where it can't.
  private func readable(from first: Int) throws(DatabaseError) -> ChainedRecord?? {
    do throws(DatabaseError) { return .some(try record(from: first)) } catch {
      guard error.isOfDamage else { throw error }
      return nil
    }
  }

  /// The first record behind those that can't be read.
  private func recordBehindHole() throws(DatabaseError) -> ChainedRecord? {
    let end = sequence.addingReportingOverflow(ReadableRecords.mostSteps)
    var last = end.overflow ? Int.max : end.partialValue
    for number in (sequence + 1)...last {
      if let found = try readable(from: number) { return found }
    }
    var step = ReadableRecords.mostSteps
    while case let (number, isOver) = last.addingReportingOverflow(step), !isOver {
      if let found = try readable(from: number) {
        return try found == nil ? nil : first(from: last, upTo: number)
      }
      (last, step) = (number, 2 * step)
    }
    return nil
  }

  /// The first record that can be read where nothing can from `unreadable` on, and something from `readable` on.
  private func first(
    from unreadable: Int, upTo readable: Int
  ) throws(DatabaseError) -> ChainedRecord? {
    var (low, high) = (unreadable, readable)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if try self.readable(from: middle) == nil { low = middle } else { high = middle }
    }
    return try record(from: high)
  }
}

extension DatabaseError {
  /// Whether what is read is damaged, as far as SQLite tells.
  var isOfDamage: Bool {
    [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_IOERR, SQLITE_ERROR, SQLITE_FORMAT, SQLITE_TOOBIG]
      .contains(code & 0xFF)
  }

  fileprivate static func outOfOrder(_ sequence: Int) -> DatabaseError {
    DatabaseError(
      path: "records", code: SQLITE_CORRUPT, systemCode: 0,
      message: "record \(sequence) is out of its order")
  }
}
