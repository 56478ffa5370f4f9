import CSQLite
import Core

/// All tables made anew from the records by the statements of the store's writer, in a temporary file of SQLite's own.
///
/// They stand in front of the tables of the same names: whoever reads `archive` reads what the records tell. Memory is
/// bounded: what doesn't fit SQLite's cache goes to the file, which is gone with the connection.
final class Replay {
  /// What the records tell.
  let archive: Archive
  /// The statement that puts in the next record; nil where they are there.
  private let append: Statement?
  private let sums: Sums
  private let texts: ToldTexts
  private let believe: Statement
  private let savepoint, release: Statement

  /// Tables without a row beside those of the store in `directory`, and its records.
  init(ofStoreIn directory: String) throws(Failure) {
    let archive = Archive(reading: try Archive.open(directory))
    do throws(DatabaseError) {
      try Replay.makeTables(in: archive.database)
      believe = try Replay.makeTexts(in: archive.database)
      sums = Sums()
      texts = try ToldTexts(in: archive.database)
      savepoint = try archive.database.prepare("SAVEPOINT record")
      release = try archive.database.prepare("RELEASE record")
    } catch {
      throw Failure(error)
    }
    append = nil
    self.archive = archive
  }

  /// Tables without a row or a record.
  init() throws(DatabaseError) {
    let database = try Database(opening: "", Database.forWriting)
    // A bundle may lack records, which is for whoever verifies it to say; its texts are read before them.
    for object in Schema.objects
    where !["records_have_no_gap", "texts_come_with_records"].contains(object.name) {
      try database.execute(object.creation())
    }
    append = try database.prepare(Ledger.appendRecord)
    believe = try Replay.makeTexts(in: database)
    sums = Sums()
    texts = try ToldTexts(in: database)
    savepoint = try database.prepare("SAVEPOINT record")
    release = try database.prepare("RELEASE record")
    archive = Archive(reading: database)
  }

  /// Why a record can't be applied where it stands.
  enum Obstacle {
    /// Its piece has a number or an id that another has.
    case duplicate
    /// What it says can't follow on the records before it.
    case impossible
  }

  /// Has the tables say what `record`, which is of this `kind` and says `payload`, says.
  ///
  /// - Returns: what keeps it from that; then what it says is not believed.
  func apply(
    _ next: ChainedRecord, _ kind: Record.Kind, _ payload: JSON
  ) throws(DatabaseError) -> Obstacle? {
    let record = next.record
    do throws(DatabaseError) {
      try append?.run(record, next.hash, next.signature)
      guard try archive.isPossible(kind, payload) else { return .impossible }
      try wholly { () throws(DatabaseError) in
        try sums.apply(kind, record.sequence, in: archive.database)
      }
      return nil
    } catch {
      guard error.isOfRecord else { throw error }
      return try archive.isThere(kind, payload) ? .duplicate : .impossible
    }
  }

  /// Takes in `text`, which a bundle has beside its records.
  func add(_ text: ToldText) throws(DatabaseError) {
    try archive.database.prepare(ToldText.offer(to: "main")).run(text)
  }

  /// What lies beside `record`; only what it tells is read by the statements.
  func texts(of record: WrittenRecord) throws(DatabaseError) -> [ToldText] {
    let beside = try texts.texts(of: record)
    for text in beside where record.tells(text) { try believe.run(text) }
    return beside
  }

  /// Runs `body`; what it has done when it fails is undone.
  private func wholly(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
    try savepoint.run()
    do throws(DatabaseError) { try body() } catch {
      try archive.database.execute("ROLLBACK TO record; RELEASE record")
      throw error
    }
    try release.run()
  }

  /// Has the tables say once more what the record `sequence` of this `kind` says, after `clear`.
  func again(_ kind: Record.Kind, _ sequence: Int) throws(DatabaseError) {
    try sums.apply(kind, sequence, in: archive.database)
  }

  /// Has the tables say nothing.
  func clear() throws(DatabaseError) {
    for table in Schema.sums where table.kind == .table {
      try archive.database.execute("DELETE FROM \(table.name)")
    }
  }

  /// Makes tables in front of those of `database`, without a row.
  private static func makeTables(in database: borrowing Database) throws(DatabaseError) {
    for object in Schema.sums { try database.execute(object.creation(in: "temp")) }
  }

  /// Makes a table of texts in front of that of `database`, without a row; returns what fills it.
  private static func makeTexts(
    in database: borrowing Database
  ) throws(DatabaseError) -> Statement {
    try database.execute(Schema.texts.creation(in: "temp"))
    return try database.prepare(ToldText.offer(to: "temp"))
  }

  /// Has the tables of `database`, which are empty, say what its records say.
  static func applyAll(in database: borrowing Database) throws(DatabaseError) {
    let sums = Sums()
    let texts = try ToldTexts(in: database)
    try database.prepare("SELECT \(WrittenRecord.columns) FROM records ORDER BY sequence")
      .run { row throws(DatabaseError) in
        let record = WrittenRecord(row)
        guard record.isKnown else {
          throw DatabaseError(
            path: database.path, code: SQLITE_CORRUPT, systemCode: 0,
            message:
              "record \(record.sequence) is a '\(record.kind)' of version \(record.version)")
        }
        try sums.apply(record, try texts.texts(of: record), in: database)
      }
  }

  /// Makes tables in front of those of `database`, which are of an older version, that say what its records say.
  static func makeAll(in database: borrowing Database) throws(DatabaseError) {
    try makeTables(in: database)
    // A version that had no texts has no record that tells one.
    if try !ToldTexts.areThere(in: database) { _ = try makeTexts(in: database) }
    try applyAll(in: database)
  }
}

extension DatabaseError {
  /// Whether it is for what a record says, and not for the medium or the memory: a constraint, a type, no JSON.
  var isOfRecord: Bool {
    [SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_ERROR, SQLITE_TOOBIG].contains(code & 0xFF)
  }
}

extension Archive {
  /// Whether what a record of this `kind` says can be true of the pieces that there are.
  ///
  /// One with the digest of other pieces than those that are stored under its numbers tells nothing.
  fileprivate func isPossible(
    _ kind: Record.Kind, _ payload: JSON
  ) throws(DatabaseError) -> Bool {
    guard kind == .pieceExported else { return true }
    let numbers = payload.integers("pieces")
    let statement = try database.prepare("SELECT sha256 FROM evidence WHERE number = ?1")
    var digests: [Int: String] = [:]
    for number in numbers {
      digests[number] = try statement.first(.integer(number)) { $0.text(0) ?? "" }
    }
    let told = ReadBackPieces(digests)
    return told.numbers == numbers && told.sha256 == payload.text("sha256")
  }

  /// Whether a record of this `kind` tells of a piece with the number or the id of one that is there.
  fileprivate func isThere(_ kind: Record.Kind, _ payload: JSON) throws(DatabaseError) -> Bool {
    guard Record.Kind.captures.contains(kind), let number = payload.integer("number"),
      let id = payload.text("id")
    else { return false }
    let sql = "SELECT 1 FROM evidence WHERE number = ?1 OR id = ?2"
    return try database.prepare(sql).first(.integer(number), .text(id)) { _ in true } ?? false
  }
}

extension Failure {
  /// Runs `body`, which fills tables of a replay: those have a file of their own, which is not the store's.
  static func inReplay<Result: ~Copyable>(
    _ body: () throws(DatabaseError) -> Result
  ) throws(Failure) -> Result {
    do throws(DatabaseError) { return try body() } catch {
      guard error.code & 0xFF == SQLITE_FULL else { throw Failure(error) }
      throw Failure(
        .store,
        Phrase(
          "store.replay-full",
          """
          There is no room for temporary tables and lists: SQLite makes them in /var/tmp, or in the folder that \
          SQLITE_TMPDIR names. Name one with more room.
          """))
    }
  }
}

extension Database {
  /// Lends each row that `sql` selects to `body`, of tables that are a replay's or temporary.
  borrowing func eachRow(
    _ sql: String, _ body: (borrowing Row) throws(Failure) -> Void
  ) throws(Failure) {
    var failure: Failure?
    try Failure.inReplay { () throws(DatabaseError) in
      try prepare(sql).runWhile { row in
        do throws(Failure) { try body(row) } catch { failure = error }
        return failure == nil
      }
    }
    if let failure { throw failure }
  }
}
