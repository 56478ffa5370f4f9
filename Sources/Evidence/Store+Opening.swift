import CLinux
import CSQLite
import Core
import Glibc
import System

/// The steps of `Store.init`, in their order.
extension Store {
  /// Opens the database of the store in `directory`, checks it, and brings its schema up to date.
  static func openDatabase(in directory: String) throws(Failure) -> Database {
    let path = Archive.database(in: directory)
    // SQLite would make it readable for everybody; its other files take over the mode of this one.
    _ = try Failure.at(path) { () throws(SystemError) in
      try FileDescriptor(opening: path, O_RDWR | O_CREAT, mode: 0o640)
    }
    let database = try Failure.inDatabase { () throws(DatabaseError) in
      try Database(opening: path, SQLITE_OPEN_READWRITE)
    }
    try Schema.check(database)
    try check(database)
    try Failure.inDatabase { () throws(DatabaseError) in
      try configure(database)
      try Schema.migrate(database)
    }
    return database
  }

  /// Which boot this is among those with records in the store, counted from 1.
  static func ordinal(
    ofBoot bootID: String, in database: borrowing Database
  ) throws(Failure) -> Int {
    try Failure.inDatabase { () throws(DatabaseError) in
      let sql = "SELECT ordinal FROM boots WHERE boot_id = ?1"
      let known = try database.prepare(sql).first(.text(bootID)) { $0.integer(0) ?? 0 }
      guard let known else {
        return try database.integer("SELECT ifnull(max(ordinal), 0) + 1 FROM boots")
      }
      return known
    }
  }

  /// Writes the first records into a store that has none.
  static func begin(
    _ database: borrowing Database, _ ledger: borrowing Ledger, _ identifiers: inout Identifiers,
    at now: Moment
  ) throws(Failure) {
    let id = try identifiers.next(at: now.instant)
    try Failure.inDatabase { () throws(DatabaseError) in
      guard try database.integer("SELECT count(*) FROM (SELECT 1 FROM records LIMIT 1)") == 0
      else { return }
      try database.transaction { () throws(DatabaseError) in
        try ledger.append(.storeCreated(at: now))
        let title = Phrase.unsortedThing.english
        try ledger.append(.thingCreated(id, 1, title, at: now))
      }
    }
  }

  /// The first number above all rows and all files.
  static func numberAfterAll(
    in archive: borrowing Archive, _ recovery: Recovery
  ) throws(Failure) -> Int {
    let newest = try Failure.inDatabase { () throws(DatabaseError) in
      try archive.database.integer("SELECT ifnull(max(number), 0) FROM evidence")
    }
    return recovery.unknown.compactMap(EvidenceFolder.number(of:)).reduce(newest, max) + 1
  }

  private static func check(_ database: borrowing Database) throws(Failure) {
    let verdict = try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare("PRAGMA quick_check(1)").first { $0.text(0) ?? "" }
    }
    guard verdict == "ok" else {
      throw Failure(.store, .storeDamaged(database.path, verdict ?? ""))
    }
  }

  /// Checkpoints are ours to time: SQLite's own would come within a commit, and report their failure
  /// as that of a commit that has happened.
  private static func configure(_ database: borrowing Database) throws(DatabaseError) {
    try database.execute(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA wal_autocheckpoint = 0;
      """)
    database.persistLog()
  }
}

/// The one writer's place in a store: an exclusive flock(2) on its folder for as long as this value lives.
struct FolderLock: ~Copyable {
  let folder: FileDescriptor

  /// Takes the place in `directory`, or says that it is taken; never waits for it.
  init(_ directory: String) throws(Failure) {
    let folder = try Failure.at(directory) { () throws(SystemError) in
      try FileDescriptor(opening: directory, O_RDONLY | O_DIRECTORY)
    }
    guard flock(folder.number, LOCK_EX | LOCK_NB) == 0 else {
      guard errno != EWOULDBLOCK else { throw Failure(.store, .storeInUse(directory)) }
      throw Failure(SystemError(errnoOf: "flock"), at: directory)
    }
    self.folder = folder
  }

  deinit {
    // Closing is not enough: a child that is just being started shares the lock until it runs its own program.
    _ = flock(folder.number, LOCK_UN)
  }
}

extension Phrase {
  static func storeInUse(_ folder: String) -> Phrase {
    Phrase(
      "store.inUse",
      """
      Another exhibit is writing to the store {1}. Stop it, for example with 'systemctl stop \
      exhibit', or use another store.
      """, folder)
  }

  static let unsortedThing = Phrase("store.unsortedThing", "Unsorted")
}
