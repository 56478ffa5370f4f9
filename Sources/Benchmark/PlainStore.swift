import CSQLite
import Evidence
import Glibc
import System

/// What a photo costs without proof: a file, and a transaction with the same record and rows, neither chained
/// nor signed, whose facts don't travel with the file.
struct PlainStore: ~Copyable {
  /// As the store's own.
  private static let checkpointAfter = 64

  private let path: String
  private let database: OpaquePointer
  private let begin, record, boot, row, commit: OpaquePointer
  private var count = 0
  private var logged = 0

  /// An empty one in the folder `path`.
  init(in path: String) {
    var opened: OpaquePointer?
    mkdir("\(path)/plain", 0o750)
    guard sqlite3_open("\(path)/plain.sqlite", &opened) == SQLITE_OK, let opened else {
      preconditionFailure("\(path)/plain.sqlite can't be opened")
    }
    self.path = path
    database = opened
    sqlite3_exec(database, PlainStore.setUp, nil, nil, nil)
    begin = PlainStore.prepare("BEGIN IMMEDIATE", opened)
    record = PlainStore.prepare(PlainStore.insertRecord, opened)
    boot = PlainStore.prepare(PlainStore.dateBoot, opened)
    row = PlainStore.prepare(PlainStore.insertRow, opened)
    commit = PlainStore.prepare("COMMIT", opened)
  }

  deinit {
    for statement in [begin, record, boot, row, commit] { sqlite3_finalize(statement) }
    sqlite3_close(database)
  }

  /// Makes `picture` durable, and a record with `payload`.
  mutating func insert(_ picture: [UInt8], _ payload: String) throws {
    count += 1
    let digest = Digest.of(picture)
    try write(picture)
    run(begin)
    run(record, payload)
    run(boot)
    run(row, digest)
    run(commit)
    unlink("\(path)/.latest.jpg")
    symlink("plain/\(count).jpg", "\(path)/.latest.jpg")
    rename("\(path)/.latest.jpg", "\(path)/latest.jpg")
    logged += 1
  }

  /// Does what a store's housekeeping does, as often.
  mutating func tidy() {
    guard logged >= PlainStore.checkpointAfter else { return }
    sqlite3_exec(database, "PRAGMA wal_checkpoint(PASSIVE)", nil, nil, nil)
    logged = 0
  }

  private func write(_ picture: [UInt8]) throws {
    let file = try FileDescriptor(opening: "\(path)/plain/\(count).jpg", O_WRONLY | O_CREAT)
    try picture.withUnsafeBytes { try file.writeAll($0) }
    fsync(file.number)
    fsync(try FileDescriptor(opening: "\(path)/plain", O_RDONLY | O_DIRECTORY).number)
  }

  private func run(_ statement: OpaquePointer, _ text: String = "") {
    sqlite3_bind_int64(statement, 1, Int64(count))
    let keep = unsafeBitCast(-1, to: sqlite3_destructor_type.self)  // SQLITE_TRANSIENT
    sqlite3_bind_text(statement, 2, text, -1, keep)
    let code = sqlite3_step(statement)
    precondition(code == SQLITE_DONE, String(cString: sqlite3_errmsg(database)))
    sqlite3_reset(statement)
  }

  private static func prepare(_ sql: String, _ database: OpaquePointer) -> OpaquePointer {
    var statement: OpaquePointer?
    sqlite3_prepare_v2(database, sql, -1, &statement, nil)
    guard let statement else { preconditionFailure(String(cString: sqlite3_errmsg(database))) }
    return statement
  }
}

extension PlainStore {
  private static let setUp = """
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA wal_autocheckpoint = 0;
    CREATE TABLE records (
      sequence INTEGER PRIMARY KEY, version INTEGER NOT NULL, kind TEXT NOT NULL,
      payload TEXT NOT NULL, boot_id TEXT NOT NULL, monotonic INTEGER NOT NULL,
      wall_time INTEGER, clock TEXT NOT NULL);
    CREATE TABLE evidence (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, thing INTEGER NOT NULL,
      kind TEXT NOT NULL, data TEXT NOT NULL, local_file TEXT NOT NULL, sha256 TEXT NOT NULL,
      byte_count INTEGER NOT NULL, width INTEGER, height INTEGER, planned INTEGER, actual INTEGER,
      boot_id TEXT, wall_time REAL, clock TEXT NOT NULL, state TEXT NOT NULL,
      record INTEGER NOT NULL, created_at REAL, updated_at REAL);
    CREATE TABLE boots (boot_id TEXT NOT NULL UNIQUE, latest INTEGER);
    INSERT INTO boots VALUES ('6f1ad2a8-5b52-4b5d-9f1d-3a0e3b6a7c11', 0);
    CREATE TABLE totals (state TEXT PRIMARY KEY, pieces INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TRIGGER evidence_counts AFTER INSERT ON evidence BEGIN
      INSERT INTO totals (state, pieces) VALUES (NEW.state, 1)
        ON CONFLICT (state) DO UPDATE SET pieces = pieces + 1;
    END;
    """
  private static let insertRecord = """
    INSERT INTO records VALUES (?1, 1, 'photo.stored', ?2, '6f1ad2a8-5b52-4b5d-9f1d-3a0e3b6a7c11',
      1000000000 * ?1, 1790000000000000, 'synchronised')
    """
  private static let dateBoot = """
    UPDATE boots SET latest = max(latest, record.wall_time + ?1)
    FROM (SELECT * FROM records WHERE sequence = ?1) AS record
    WHERE boots.boot_id = record.boot_id
    """
  /// As the store's own, made from the record; the random part of an id is SQLite's here.
  private static let insertRow = """
    INSERT INTO evidence SELECT ?1, printf('%015d', ?1) || hex(randomblob(5)), 1, 'photo',
      payload -> 'data', payload ->> 'file', ?2, payload ->> 'bytes', payload ->> 'width',
      payload ->> 'height', payload ->> 'planned', payload ->> '$.taken.monotonic',
      payload ->> '$.taken.boot_id', payload ->> '$.taken.wall_time' / 1e6,
      payload ->> '$.taken.clock', 'stored', sequence, wall_time / 1e6, wall_time / 1e6
    FROM records WHERE sequence = ?1
    """
}
