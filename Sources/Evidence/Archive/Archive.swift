import CSQLite
import Core
import Glibc
import System

/// What the store holds, for reading: with or without a program that writes to it at the same time.
package struct Archive: ~Copyable {
  let database: Database

  /// Opens the store in `directory` for reading only.
  ///
  /// Also works on a file system that is mounted read-only, as after a disk error or on another
  /// machine, and for users who may only read; no file is made beside what is read. The tables of an older version are
  /// made anew, for this reader alone. Blocks on the disk, and at most for `Database.busyMilliseconds` on a lock.
  package init(directory: String) throws(Failure) {
    let database = try Archive.open(directory)
    try Failure.inDatabase { () throws(DatabaseError) in
      let version = try database.integer("PRAGMA user_version")
      if version < Schema.version { try Replay.makeAll(in: database) }
    }
    self.database = database
  }

  /// Refuses a store that a newer program wrote, by what its database's header says; opening it refuses all that this
  /// can't read.
  package static func requireKnown(_ directory: String) throws(Failure) {
    let path = database(in: directory)
    guard let version = Schema.writtenVersion(of: path), version > Schema.version else { return }
    throw Failure(.store, .storeNewer(path, version, Schema.version), kind: .newerStore)
  }

  /// Opens the database of the store in `directory`, whose tables are this program's, of its version or an older one.
  static func open(_ directory: String) throws(Failure) -> Database {
    let database = try database(ofStoreIn: directory)
    guard try Schema.check(database) > 0 else { throw Failure.noStore(in: database.path) }
    return database
  }

  /// Opens the database of the store in `directory`, of which nothing is known yet.
  private static func database(ofStoreIn directory: String) throws(Failure) -> Database {
    try OwnPlace.checkForReading(directory)
    let path = Archive.database(in: directory)
    guard access(path, F_OK) == 0 || errno != ENOENT else {
      throw Failure.noStore(in: directory)
    }
    let way = ReadingWay(of: path, in: directory)
    // Who reads the file alone would take a half of a change for what is there.
    if way != .shared, ReadingWay.isCutOff(path) { throw Failure(.store, .storeCutOff(path)) }
    let database = try Failure.inDatabase { () throws(DatabaseError) in
      let database = try Database(
        opening: path, as: "file:\(Archive.escaped(path))?\(way.query)",
        SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
      if way == .withoutLocks { try database.execute("PRAGMA locking_mode = EXCLUSIVE") }
      database.limitSteps()
      return database
    }
    return database
  }

  /// Reads through a connection that is open already.
  init(reading database: consuming Database) {
    self.database = database
  }

  /// How many gaps of the camera are recorded.
  package func gapCount() throws(Failure) -> Int { try integer("SELECT count(*) FROM gaps") }

  /// How many gaps and failed photos are recorded again that were recorded before, for the simulator's rules.
  package func repeatedNoteCount() throws(Failure) -> Int {
    try integer(
      """
      SELECT count(*) - count(DISTINCT boot_id || json_remove(payload, '$.sentence')) FROM records
      WHERE kind IN ('capture.gap', 'photo.failed')
      """)
  }

  /// The number of the thing that was made last; 0 for none.
  func newestThing() throws(Failure) -> Int {
    try integer("SELECT ifnull(max(number), 0) FROM things")
  }

  /// The number of the newest piece; 0 for none.
  func newestNumber() throws(Failure) -> Int {
    try integer("SELECT ifnull(max(number), 0) FROM evidence")
  }

  /// Which thousands have pieces, in their order; looks at one piece of each.
  func thousands() throws(Failure) -> [Int] {
    try Failure.inDatabase { () throws(DatabaseError) in
      let next = try database.prepare(
        "SELECT number / 1000 FROM evidence WHERE number BETWEEN ?1 AND ?2 ORDER BY number LIMIT 1")
      var thousands: [Int] = []
      var first = 0
      while let thousand = try next.first(
        .integer(first), .integer(EvidenceFolder.highestNumber), row: { $0.integer(0) ?? 0 })
      {
        thousands.append(thousand)
        first = 1000 * (thousand + 1)
      }
      return thousands
    }
  }

  /// The highest number that a record gives to anything; 0 for none.
  func lastNumber() throws(Failure) -> Int {
    let reserved = try integer(
      """
      SELECT ifnull((SELECT CAST(value AS INTEGER) FROM settings WHERE name = 'last_number'), 0)
      """)
    return max(reserved, try newestNumber())
  }

  /// The store's own id.
  package func storeID() throws(Failure) -> String {
    let id = try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare("SELECT value FROM settings WHERE name = 'store'")
        .first { $0.text(0) ?? "" }
    }
    guard let id else { throw Failure(.store, .storeDamaged(database.path, "no store.created")) }
    return id
  }

  /// The store's own id, and that of the one that its device had before: what was made in either may be found here.
  func ownStores() throws(Failure) -> [String] {
    let former = try Failure.inDatabase { () throws(DatabaseError) in
      let sql = "SELECT payload ->> 'former' FROM records WHERE sequence = 1"
      return try database.prepare(sql).first { $0.text(0) } ?? nil
    }
    return [try storeID()] + (former.map { [$0] } ?? [])
  }

  /// Those of `records` that were not appended after the one with the number `sequence`.
  func lacking(_ records: [Record], after sequence: Int) throws(Failure) -> [Record] {
    if try head().sequence == sequence { return records }
    return try Failure.inDatabase { () throws(DatabaseError) in
      var lacking: [Record] = []
      for record in records {
        let sql = """
          SELECT 1 FROM records WHERE sequence > ?1 AND kind = ?2 AND \(record.kind.payload) = ?3
          """
        let found = try database.prepare(sql).first(
          .integer(sequence), .text(record.kind.name), .text(record.payload.text)
        ) { _ in true }
        if found == nil { lacking.append(record) }
      }
      return lacking
    }
  }

  /// The latest record.
  package func head() throws(Failure) -> Head {
    try Failure.inDatabase { () throws(DatabaseError) in try Ledger.head(of: database) }
  }

  /// What is recorded as no piece, and has not become one since, by the names under which it was found, relative to
  /// the store: for the simulator's rules, whose stores are small, because these are all at once.
  package func rejectedFiles() throws(Failure) -> [String] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var files: [String] = []
      try database.prepare(
        """
        SELECT file FROM rejected WHERE file NOT IN (SELECT local_file FROM evidence)
        """
      ).run { row in files.append(row.text(0) ?? "") }
      return files
    }
  }

  /// The thing with this `id`; nil if there is none.
  func thing(_ id: String) throws(Failure) -> Thing? {
    try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare("SELECT number, id, title, category FROM things WHERE id = ?1")
        .first(.text(id)) { Thing($0) }
    }
  }

  private func integer(_ sql: String) throws(Failure) -> Int {
    try Failure.inDatabase { () throws(DatabaseError) in try database.integer(sql) }
  }

  /// The thing that new pieces belong to.
  package func currentThing() throws(Failure) -> Thing {
    let thing = try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare(Archive.currentThing).first { Thing($0) }
    }
    guard let thing else {
      throw Failure(.store, .storeDamaged(database.path, "no current thing"))
    }
    return thing
  }

  /// Where the database of the store in `directory` is.
  static func database(in directory: String) -> String { "\(directory)/exhibit.sqlite" }

  /// The folder of the store whose database is `path`.
  static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  private static let currentThing = """
    SELECT number, id, title, category FROM things
    WHERE number = (SELECT CAST(value AS INTEGER) FROM settings WHERE name = 'current_thing')
    """

  /// `path` as the path of a URI (<https://sqlite.org/uri.html>).
  static func escaped(_ path: String) -> String {
    path.reduce(into: "") { text, character in
      switch character {
      case "%": text += "%25"
      case "?": text += "%3f"
      case "#": text += "%23"
      default: text.append(character)
      }
    }
  }
}

extension Space {
  /// The room of the file system that holds `path` (statvfs(3)).
  package init(at path: String) throws(Failure) {
    var facts = statvfs()
    let code = statvfs(path, &facts)
    guard code == 0 else { throw Failure(SystemError(errnoOf: "statvfs"), at: path) }
    let unit = Int(facts.f_frsize)
    self.init(free: Int(facts.f_bavail) * unit, total: Int(facts.f_blocks) * unit)
  }
}

extension Failure {
  /// There is no store in `folder`.
  static func noStore(in folder: String) -> Failure {
    let phrase = Phrase(
      "store.missing",
      "There is no store in \(folder). Name its folder with --store, or make one by starting 'exhibit run'."
    )
    return Failure(.store, phrase, kind: .noStore)
  }
}
