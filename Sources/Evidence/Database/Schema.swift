import Core

/// The tables, as the list of steps that lead to them from an empty file.
///
/// A step is never changed once it has been released: what it lacks comes in the next one.
enum Schema {
  /// Step *n* leads from version *n* to *n* + 1; `user_version` says how far a file has come.
  static let migrations = [records + sums, changes, exports, checklists, origins, options]

  /// The version that this program writes.
  static var version: Int { migrations.count }

  /// What `application_id` says of every store: "Exhb".
  static let applicationID = 0x4578_6862

  /// The truth: each row has its place in the chain, and the last of each transaction is signed.
  private static let records = """
    CREATE TABLE records (
      sequence INTEGER PRIMARY KEY, version INTEGER NOT NULL, kind TEXT NOT NULL,
      payload TEXT NOT NULL, boot_id TEXT NOT NULL, monotonic INTEGER NOT NULL,
      wall_time INTEGER, clock TEXT NOT NULL, hash TEXT NOT NULL, signature TEXT);
    CREATE TRIGGER records_have_no_gap BEFORE INSERT ON records
      WHEN NEW.sequence <> (SELECT ifnull(max(sequence), 0) + 1 FROM records)
      BEGIN SELECT raise(ABORT, 'records have no gap'); END;
    CREATE TRIGGER records_do_not_change BEFORE UPDATE ON records
      BEGIN SELECT raise(ABORT, 'records do not change'); END;
    CREATE TRIGGER records_stay BEFORE DELETE ON records
      BEGIN SELECT raise(ABORT, 'records stay'); END;
    """

  /// What follows from the records, made again from them at any time.
  ///
  /// Dates are Unix seconds, instants nanoseconds on the monotonic clock of their boot; `record` is the
  /// sequence of the record that a row comes from. `totals` counts pieces by their state.
  private static let sums = """
    CREATE TABLE boots (
      ordinal INTEGER PRIMARY KEY, boot_id TEXT NOT NULL UNIQUE, clock TEXT NOT NULL,
      known_at INTEGER, wall_time INTEGER, earliest INTEGER, latest INTEGER);
    CREATE TABLE things (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, title TEXT NOT NULL, description TEXT,
      category TEXT NOT NULL, brand TEXT, model TEXT, color TEXT, upc TEXT,
      tags TEXT NOT NULL DEFAULT '[]', data TEXT NOT NULL DEFAULT '{}', collect TEXT,
      remote_id TEXT, remote_state TEXT, created_at REAL, updated_at REAL);
    CREATE TABLE requests (
      id TEXT PRIMARY KEY, url TEXT NOT NULL UNIQUE, type TEXT NOT NULL,
      data TEXT NOT NULL DEFAULT '{}', delivery_target TEXT, created_at REAL, completed_at REAL,
      status TEXT NOT NULL
        CHECK (status IN ('active', 'pending', 'completed', 'expired', 'cancelled')));
    CREATE TABLE evidence (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
      thing INTEGER NOT NULL REFERENCES things, request TEXT REFERENCES requests,
      kind TEXT NOT NULL CHECK (kind IN ('photo', 'clip', 'document', 'imported')),
      technique TEXT, slot INTEGER, data TEXT NOT NULL DEFAULT '{}', local_file TEXT NOT NULL,
      sha256 TEXT NOT NULL, byte_count INTEGER NOT NULL, width INTEGER, height INTEGER,
      planned INTEGER, actual INTEGER, boot_id TEXT, wall_time REAL, clock TEXT NOT NULL,
      decision TEXT, title TEXT, adopted TEXT, state TEXT NOT NULL
        CHECK (state IN ('stored', 'adopted', 'missing', 'altered')),
      record INTEGER NOT NULL, remote_id TEXT, remote_state TEXT,
      created_at REAL, updated_at REAL);
    CREATE INDEX evidence_adopted ON evidence (adopted) WHERE adopted IS NOT NULL;
    CREATE TABLE totals (state TEXT PRIMARY KEY, pieces INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TRIGGER evidence_counts AFTER INSERT ON evidence BEGIN
      INSERT INTO totals (state, pieces) VALUES (NEW.state, 1)
        ON CONFLICT (state) DO UPDATE SET pieces = pieces + 1;
    END;
    CREATE TRIGGER evidence_counts_again AFTER UPDATE OF state ON evidence BEGIN
      UPDATE totals SET pieces = pieces - 1 WHERE state = OLD.state;
      INSERT INTO totals (state, pieces) VALUES (NEW.state, 1)
        ON CONFLICT (state) DO UPDATE SET pieces = pieces + 1;
    END;
    CREATE TABLE rejected (
      file TEXT PRIMARY KEY, moved_to TEXT, reason TEXT NOT NULL, record INTEGER NOT NULL)
      WITHOUT ROWID;
    CREATE TABLE gaps (
      record INTEGER PRIMARY KEY REFERENCES records, began INTEGER NOT NULL,
      ended INTEGER NOT NULL, cause TEXT NOT NULL, boot_id TEXT NOT NULL, wall_time REAL,
      clock TEXT NOT NULL);
    CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE translations (
      lang TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, context TEXT,
      PRIMARY KEY (lang, key)) WITHOUT ROWID;
    """

  /// What people may change of things and pieces.
  ///
  /// `deleted`, `purged` and `locked` are the sequences of the records that made them so. `totals` counts by thing and
  /// state, so that a thing is deleted without a look at its pieces.
  private static let changes = """
    CREATE TABLE migrations (version INTEGER PRIMARY KEY, boot_id TEXT NOT NULL);
    ALTER TABLE things ADD COLUMN deleted INTEGER;
    ALTER TABLE evidence ADD COLUMN deleted INTEGER;
    ALTER TABLE evidence ADD COLUMN purged INTEGER;
    ALTER TABLE evidence ADD COLUMN locked INTEGER;
    CREATE INDEX evidence_deleted ON evidence (deleted) WHERE deleted IS NOT NULL;
    DROP TRIGGER evidence_counts;
    DROP TRIGGER evidence_counts_again;
    DROP TABLE totals;
    CREATE TABLE totals (
      thing INTEGER NOT NULL, state TEXT NOT NULL, pieces INTEGER NOT NULL,
      PRIMARY KEY (thing, state)) WITHOUT ROWID;
    INSERT INTO totals SELECT thing, state, count(*) FROM evidence GROUP BY thing, state;
    CREATE TRIGGER evidence_counts AFTER INSERT ON evidence BEGIN
      INSERT INTO totals (thing, state, pieces) VALUES (NEW.thing, NEW.state, 1)
        ON CONFLICT (thing, state) DO UPDATE SET pieces = pieces + 1;
    END;
    CREATE TRIGGER evidence_counts_again
      AFTER UPDATE OF thing, state, deleted, purged ON evidence BEGIN
      UPDATE totals SET pieces = pieces - 1
        WHERE thing = OLD.thing AND state = \(fullState(of: "OLD"));
      INSERT INTO totals (thing, state, pieces) VALUES (NEW.thing, \(fullState(of: "NEW")), 1)
        ON CONFLICT (thing, state) DO UPDATE SET pieces = pieces + 1;
    END;
    """

  /// Which pieces lie elsewhere too: `exported` is the sequence of the record that told so first.
  private static let exports = """
    ALTER TABLE evidence ADD COLUMN exported INTEGER;
    CREATE INDEX evidence_exported ON evidence (number)
      WHERE exported IS NOT NULL AND purged IS NULL AND locked IS NULL;
    """

  /// The state of a piece with what became of it since, whatever has become of its thing.
  private static func fullState(of row: String) -> String {
    """
    CASE WHEN \(row).purged IS NOT NULL THEN 'purged' WHEN \(row).deleted IS NOT NULL THEN 'deleted'
      ELSE \(row).state END
    """
  }

  /// What has a reader of tables of an older `version` see those of today; nil where they are those.
  ///
  /// They stand before the tables of the same name.
  static func oldTablesAsNew(_ version: Int) -> String? {
    switch version {
    case 1:
      """
      CREATE TEMP VIEW things AS SELECT *, NULL AS deleted, NULL AS origin FROM main.things;
      CREATE TEMP VIEW evidence AS SELECT *, NULL AS deleted, NULL AS purged, NULL AS locked,
        NULL AS exported, NULL AS origin FROM main.evidence;
      CREATE TEMP VIEW totals AS
        SELECT thing, state, count(*) AS pieces FROM main.evidence GROUP BY thing, state;
      """ + noChecklists + noOptions
    case 2:
      """
      CREATE TEMP VIEW evidence AS SELECT *, NULL AS exported, NULL AS origin FROM main.evidence;
      CREATE TEMP VIEW things AS SELECT *, NULL AS origin FROM main.things;
      """ + noChecklists + noOptions
    case 3: piecesWithoutOrigin + noChecklists + noOptions
    case 4: piecesWithoutOrigin + noOrigins + noOptions
    case 5: noOptions
    default: nil
    }
  }

  /// Takes `database` through those of `steps` that it lacks, in one transaction.
  ///
  /// - Parameter bootID: the boot in which that is done: where the commit fails, and shows all the same until the power
  ///   is off, the next opening knows by it that the log is to be written again. Nil where nobody opens it in this boot
  ///   after a failure.
  static func migrate(
    _ database: borrowing Database, through steps: [String] = migrations, in bootID: String? = nil
  ) throws(DatabaseError) {
    let version = try database.integer("PRAGMA user_version")
    guard version < steps.count else { return }
    try database.transaction { () throws(DatabaseError) in
      for step in steps.dropFirst(version) { try database.execute(step) }
      if let bootID {
        try database.prepare("INSERT INTO migrations VALUES (?1, ?2)")
          .run(.integer(steps.count), .text(bootID))
      }
      try database.execute(
        "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(steps.count)")
    }
  }

  /// The version of `database`, 0 for an empty file; refuses one that a newer program wrote, and one that
  /// is no store.
  @discardableResult
  static func check(_ database: borrowing Database) throws(Failure) -> Int {
    let path = database.path
    let (version, id) = try Failure.inDatabase { () throws(DatabaseError) in
      (try database.integer("PRAGMA user_version"), try database.integer("PRAGMA application_id"))
    }
    guard version == 0 || id == applicationID else {
      throw Failure(.store, .storeOfAnother(path))
    }
    guard version <= migrations.count else {
      throw Failure(
        .store, .storeNewer(path, version, migrations.count), kind: .newerStore)
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
      The database {1} is damaged: {2}. Nothing was deleted. Stop exhibit and run 'exhibit store \
      rebuild --store {3}': it keeps the damaged {1} with its {1}-wal and {1}-shm aside, and makes \
      a new one from the records and pictures that can be read.
      """, path, reason, Archive.directory(of: path))
  }

  static func storeOfAnother(_ path: String) -> Phrase {
    Phrase(
      "store.ofAnother",
      """
      The database {1} is not one that this program can use. Move {1}, {1}-wal and {1}-shm away, \
      or name another store.
      """, path)
  }

  static func storeNewer(_ path: String, _ version: Int, _ known: Int) -> Phrase {
    Phrase(
      "store.newer",
      """
      The database {1} was written by a newer exhibit: it has version {2}, and this program \
      knows {3}. Install the newer exhibit again, or name another store.
      """, path, version, known)
  }

  static func recordUnknown(_ path: String, _ sequence: Int, _ kind: String, _ version: Int)
    -> Phrase
  {
    Phrase(
      "store.recordUnknown",
      """
      Record {2} of {1} is a '{3}' of version {4}, which this program does not know. Install the \
      newer exhibit that wrote it, or name another store.
      """, path, sequence, kind, version)
  }
}
