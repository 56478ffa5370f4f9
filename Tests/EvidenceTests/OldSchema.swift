/// The tables of versions 1 to 6, as the steps that led to them: stores have them still.
enum OldSchema {
  /// Step *n* leads from version *n* to *n* + 1.
  static let migrations = [records + sums, changes, exports, checklists, origins, options]

  static let records = """
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

  static let sums = """
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

  static let changes = """
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

  static let exports = """
    ALTER TABLE evidence ADD COLUMN exported INTEGER;
    CREATE INDEX evidence_exported ON evidence (number)
      WHERE exported IS NOT NULL AND purged IS NULL AND locked IS NULL;
    """

  static let checklists = """
    ALTER TABLE requests ADD COLUMN number INTEGER;
    ALTER TABLE requests ADD COLUMN record INTEGER;
    CREATE TABLE checklist_wishes (
      record INTEGER PRIMARY KEY REFERENCES records, thing INTEGER, request TEXT,
      action TEXT NOT NULL, item INTEGER NOT NULL);
    CREATE INDEX evidence_thing ON evidence (thing, record);
    CREATE INDEX evidence_request ON evidence (request, record) WHERE request IS NOT NULL;
    """

  static let origins = """
    ALTER TABLE things ADD COLUMN origin TEXT;
    ALTER TABLE evidence ADD COLUMN origin TEXT;
    ALTER TABLE requests ADD COLUMN origin TEXT;
    CREATE TABLE origins (
      store TEXT NOT NULL, head TEXT NOT NULL, device TEXT NOT NULL, file TEXT NOT NULL,
      sha256 TEXT NOT NULL, byte_count INTEGER NOT NULL, record INTEGER NOT NULL,
      PRIMARY KEY (store, head)) WITHOUT ROWID;
    """

  static let options = """
    CREATE TABLE options (
      record INTEGER NOT NULL REFERENCES records, place INTEGER NOT NULL, piece INTEGER NOT NULL,
      text TEXT NOT NULL, per_mille INTEGER NOT NULL, analyser TEXT NOT NULL, denied INTEGER,
      PRIMARY KEY (record, place)) WITHOUT ROWID;
    CREATE INDEX options_piece ON options (piece);
    CREATE TABLE choices (
      piece INTEGER PRIMARY KEY, record INTEGER NOT NULL REFERENCES records, text TEXT NOT NULL,
      requester TEXT NOT NULL);
    """

  private static func fullState(of row: String) -> String {
    """
    CASE WHEN \(row).purged IS NOT NULL THEN 'purged' WHEN \(row).deleted IS NOT NULL THEN 'deleted'
      ELSE \(row).state END
    """
  }
}
