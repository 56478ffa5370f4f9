import CSQLite
import Core

/// The database that is made anew, as far as it can be read.
final class OldDatabase {
  let database: Database
  private let texts: Optional<ToldTexts>

  private init(_ database: consuming Database) throws(DatabaseError) {
    var texts: Optional<ToldTexts> = nil
    do throws(DatabaseError) { texts = try ToldTexts(in: database) } catch {
      guard error.isOfDamage else { throw error }
    }
    self.texts = texts
    self.database = database
  }

  /// Opens the one at `path` for reading.
  ///
  /// - Returns: nothing and why, where none of it can be believed; a failure tells nothing of the database itself.
  static func open(
    _ path: String, on medium: any Medium
  ) throws(Failure) -> (old: OldDatabase?, obstacle: Phrase?) {
    do throws(DatabaseError) {
      let database = try Database(opening: path, SQLITE_OPEN_READONLY, vfs: medium.databaseVFS)
      if let stranger = try SchemaCheck.stranger(
        among: SchemaObject.all(in: database), database, 0)
      {
        return (nil, .rebuildDamaged(path, stranger))
      }
      _ = try ReadableRecords(in: database)
      // One look for all: each would take the locks anew.
      try database.execute("BEGIN")
      return (try OldDatabase(database), nil)
    } catch {
      // A medium that fails tells nothing of what is on it: none of that is to be given up.
      guard error.isOfDamage, error.code & 0xFF != SQLITE_IOERR else { throw Failure(error) }
      return (nil, .rebuildDamaged(path, error.message))
    }
  }

  /// Lends each record with a number above `sequence` to `body`, as long as that says so.
  ///
  /// - Returns: whether records behind the last can't be read, and why the first that can't be can't.
  @discardableResult
  func eachRecord(
    after sequence: Int = 0, _ body: (ChainedRecord) throws(Failure) -> Bool
  ) throws(Failure) -> (isEndLost: Bool, obstacle: Phrase?) {
    var records = try Failure.inDatabase { () throws(DatabaseError) in
      try ReadableRecords(in: database, after: sequence)
    }
    while let next = try next(of: &records), try body(next) {}
    let obstacle = records.obstacle.map { Phrase.rebuildDamaged(database.path, $0.message) }
    return (records.isEndLost, obstacle)
  }

  private func next(of records: inout ReadableRecords) throws(Failure) -> ChainedRecord? {
    do throws(DatabaseError) { return try records.next() } catch { throw Failure(error) }
  }

  /// The texts beside `record` that can be read.
  func texts(of record: WrittenRecord) throws(Failure) -> [ToldText] {
    do throws(DatabaseError) { return try texts?.texts(of: record) ?? [] } catch {
      guard error.isOfDamage else { throw Failure(error) }
      return []
    }
  }
}

extension Phrase {
  static func rebuildDamaged(_ path: String, _ reason: String) -> Phrase {
    Phrase("rebuild.damaged", "\(path) is damaged: \(reason).")
  }
}
