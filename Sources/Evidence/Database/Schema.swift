import Core
import Glibc
import System

/// The tables: `records`, and beside it all that records come to.
enum Schema {
  /// The version that this program writes: another for each change of a table or of what a record does to it.
  ///
  /// What a store of an older version has beside its records is made anew from them by its first writer.
  static let version = 10

  /// What `application_id` says of every store: "Exhb".
  static let applicationID = 0x4578_6862

  /// All that a store's database has.
  static var objects: [SchemaObject] { lasting + sums }

  /// The truth, in which each row has its place in the chain and the last of each transaction is signed; the texts that
  /// its records tell by their digests; and what is no sum of it: the boots in which tables were made, and the texts of
  /// the default.
  static let lasting: [SchemaObject] = [
    SchemaObject(
      table: "records",
      """
       (
        sequence INTEGER PRIMARY KEY, version INTEGER NOT NULL, kind TEXT NOT NULL,
        payload TEXT NOT NULL, boot_id TEXT NOT NULL, monotonic INTEGER NOT NULL,
        wall_time INTEGER, clock TEXT NOT NULL, hash TEXT NOT NULL, signature TEXT)
      """),
    SchemaObject(
      trigger: "records_have_no_gap", of: "records",
      """
       BEFORE INSERT ON records
        WHEN NEW.sequence <> (SELECT ifnull(max(sequence), 0) + 1 FROM records)
        BEGIN SELECT raise(ABORT, 'records have no gap'); END
      """),
    SchemaObject(
      trigger: "records_do_not_change", of: "records",
      """
       BEFORE UPDATE ON records
        BEGIN SELECT raise(ABORT, 'records do not change'); END
      """),
    SchemaObject(
      trigger: "records_stay", of: "records",
      """
       BEFORE DELETE ON records
        BEGIN SELECT raise(ABORT, 'records stay'); END
      """),
    texts,
    SchemaObject(
      trigger: "texts_come_with_records", of: "texts",
      """
       BEFORE INSERT ON texts WHEN NEW.record <> (SELECT max(sequence) FROM records)
        BEGIN SELECT raise(ABORT, 'texts come with their records'); END
      """),
    SchemaObject(
      trigger: "texts_do_not_change", of: "texts",
      """
       BEFORE UPDATE ON texts
        BEGIN SELECT raise(ABORT, 'texts do not change'); END
      """),
    SchemaObject(
      trigger: "texts_stay", of: "texts",
      // By the spelling: SQLite before 3.41 lets no trigger use its JSON functions.
      """
       BEFORE DELETE ON texts WHEN NOT EXISTS (SELECT 1 FROM records
          WHERE sequence = (SELECT max(sequence) FROM records) AND kind = 'text.redacted' AND instr(
            payload, '{"member":"' || OLD.member || '","record":' || OLD.record || '}') > 0)
        BEGIN SELECT raise(ABORT, 'texts stay'); END
      """),
    SchemaObject(
      table: "migrations", " (version INTEGER PRIMARY KEY, boot_id TEXT NOT NULL)"),
    SchemaObject(
      table: "translations",
      """
       (
        lang TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, context TEXT,
        PRIMARY KEY (lang, key)) WITHOUT ROWID
      """),
  ]

  /// The table of the texts that records tell by their digests.
  static let texts = SchemaObject(
    table: "texts",
    """
     (
      record INTEGER NOT NULL REFERENCES records, member TEXT NOT NULL, salt TEXT NOT NULL,
      text TEXT NOT NULL, PRIMARY KEY (record, member)) WITHOUT ROWID
    """)

  /// Tables that say what no record says: `migrations` has the boots in which a commit of tables can have failed and
  /// show all the same, `translations` the texts of the default.
  static let unrecorded = ["migrations", "translations"]

  /// Makes the tables of `database` those of today, in one transaction: of an empty file, or of an older version.
  ///
  /// Blocks for as long as going through all records takes.
  ///
  /// - Parameter bootID: the boot in which that is done: where the commit fails, and shows all the same until the power
  ///   is off, the next opening knows by it that the log is to be written again. Nil where nobody opens it in this boot
  ///   after a failure.
  static func migrate(
    _ database: borrowing Database, in bootID: String? = nil
  ) throws(DatabaseError) {
    guard try database.integer("PRAGMA user_version") < version else { return }
    // Tables that refer to each other are dropped one by one.
    let isChecking = try database.integer("PRAGMA foreign_keys") == 1
    try database.execute("PRAGMA foreign_keys = OFF")
    try database.transaction { () throws(DatabaseError) in
      try makeAnew(in: database)
      if let bootID {
        try database.prepare("INSERT INTO migrations VALUES (?1, ?2)")
          .run(.integer(version), .text(bootID))
      }
      try database.execute(
        "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
    }
    if isChecking { try database.execute("PRAGMA foreign_keys = ON") }
  }

  private static func makeAnew(in database: borrowing Database) throws(DatabaseError) {
    let there = try SchemaObject.all(in: database)
    let kept = Set(lasting.map(\.name)).intersection(there.map(\.name))
    for kind in [SchemaObject.Kind.view, .trigger, .table] {
      for object in there where object.kind == kind && !kept.contains(object.name) {
        try database.execute("DROP \(kind.rawValue) IF EXISTS \"\(object.name)\"")
      }
    }
    for object in objects where !kept.contains(object.name) {
      try database.execute(object.creation())
    }
    try Replay.applyAll(in: database)
  }

  /// Refuses what `check` refuses, and a trigger that would change what is written.
  static func checkForWriting(_ database: borrowing Database) throws(Failure) {
    let (found, objects) = try examined(database)
    guard found == version, let trigger = SchemaCheck.strangeTrigger(among: objects) else { return }
    throw Failure(.store, .storeDamaged(database.path, "trigger '\(trigger)'"))
  }

  /// The version of `database`, 0 for an empty file; refuses one that a newer program wrote, and one that
  /// is no store.
  @discardableResult
  static func check(_ database: borrowing Database) throws(Failure) -> Int {
    try examined(database).version
  }

  /// The version that `check` gives, and what the database has; nothing of an empty file.
  private static func examined(
    _ database: borrowing Database
  ) throws(Failure) -> (version: Int, objects: [SchemaObject]) {
    let version = try knownVersion(of: database)
    guard version > 0 else { return (version, []) }
    let (objects, stranger) = try Failure.inDatabase { () throws(DatabaseError) in
      let objects = try SchemaObject.all(in: database)
      return (objects, try SchemaCheck.stranger(among: objects, database, version))
    }
    if let stranger { throw Failure(.store, .storeDamaged(database.path, stranger)) }
    return (version, objects)
  }

  /// The version that the header of the database at `path` says where that is a store's
  /// (<https://sqlite.org/fileformat2.html#the_database_header>); one that is only in the log it does not say.
  static func writtenVersion(of path: String) -> Int? {
    do throws(SystemError) {
      let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
      let header = try file.someBytes(atMost: 72)
      guard header.count == 72 else { return nil }
      func number(at place: Int) -> Int {
        Int(header[place..<place + 4].reduce(0) { number, byte in number << 8 | Int32(byte) })
      }
      return number(at: 68) == applicationID ? number(at: 60) : nil
    } catch { return nil }
  }

  /// The version of `database` by its number alone, 0 for an empty file; refuses one that a newer program wrote, and
  /// one that is no store.
  static func knownVersion(of database: borrowing Database) throws(Failure) -> Int {
    let path = database.path
    let (version, id) = try Failure.inDatabase { () throws(DatabaseError) in
      (try database.integer("PRAGMA user_version"), try database.integer("PRAGMA application_id"))
    }
    guard version == 0 || id == applicationID else {
      throw Failure(
        .store,
        Phrase(
          "store.ofAnother",
          """
          The database \(path) is not one that this program can use. Move \(path), \(path)-wal and \(path)-shm \
          away, or name another store.
          """))
    }
    guard version <= Schema.version else {
      throw Failure(.store, .storeNewer(path, version, Schema.version), kind: .newerStore)
    }
    guard version >= 0 else {
      throw Failure(.store, .storeDamaged(path, "version \(version)"))
    }
    return version
  }
}

extension Phrase {
  static func storeDamaged(_ path: String, _ reason: String) -> Phrase {
    Phrase(
      "store.damaged",
      """
      The database \(path) is damaged: \(reason). Nothing was deleted. Stop exhibit and run 'exhibit store \
      rebuild --store \(Archive.directory(of: path))': it keeps the damaged \(path) with its \(path)-wal and \
      \(path)-shm aside, and makes a new one from the records and pictures that can be read.
      """)
  }

  static func storeNewer(_ path: String, _ version: Int, _ known: Int) -> Phrase {
    Phrase(
      "store.newer",
      """
      The database \(path) was written by a newer exhibit: it has version \(version), and this program knows \
      \(known). Install the newer exhibit again, or name another store.
      """)
  }

  static func recordUnknown(_ path: String, _ sequence: Int, _ kind: String, _ version: Int)
    -> Phrase
  {
    Phrase(
      "store.recordUnknown",
      """
      Record \(sequence) of \(path) is a '\(kind)' of version \(version), which this program does not know. \
      Install the newer exhibit that wrote it, or name another store.
      """)
  }
}
