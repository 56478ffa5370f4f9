/// What follows from the records, made again from them at any time.
extension Schema {
  /// Dates are Unix seconds, instants nanoseconds on the monotonic clock of their boot; `record`, `deleted`, `purged`, `redacted`,
  /// `locked`, `exported`, `denied`, `titled` and `decided` are sequences of records.
  static let sums = boots + things + evidence + others

  private static let boots = [
    SchemaObject(
      table: "boots",
      """
       (
        ordinal INTEGER PRIMARY KEY, boot_id TEXT NOT NULL UNIQUE, clock TEXT NOT NULL,
        known_at INTEGER, wall_time INTEGER, earliest INTEGER, latest INTEGER)
      """)
  ]

  private static let things = [
    SchemaObject(
      table: "things",
      """
       (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, title TEXT NOT NULL, description TEXT,
        category TEXT NOT NULL, brand TEXT, model TEXT, color TEXT, upc TEXT,
        tags TEXT NOT NULL DEFAULT '[]', data TEXT NOT NULL DEFAULT '{}', collect TEXT,
        remote_id TEXT, remote_state TEXT, created_at REAL, updated_at REAL, deleted INTEGER,
        origin TEXT)
      """),
    SchemaObject(index: "things_deleted", of: "things", " (deleted) WHERE deleted IS NOT NULL"),
    SchemaObject(
      table: "requests",
      """
       (
        id TEXT PRIMARY KEY, url TEXT NOT NULL UNIQUE, type TEXT NOT NULL,
        data TEXT NOT NULL DEFAULT '{}', delivery_target TEXT, created_at REAL, completed_at REAL,
        status TEXT NOT NULL
          CHECK (status IN ('active', 'pending', 'completed', 'expired', 'cancelled')),
        number INTEGER, record INTEGER, origin TEXT)
      """),
    SchemaObject(
      index: "requests_active", of: "requests", " (status) WHERE status = 'active'"),
    SchemaObject(
      table: "checklist_wishes",
      """
       (
        record INTEGER PRIMARY KEY REFERENCES records, thing INTEGER, request TEXT,
        action TEXT NOT NULL, item INTEGER NOT NULL)
      """),
    SchemaObject(
      index: "checklist_wishes_list", of: "checklist_wishes", " (request, thing)"),
  ]

  /// `totals` counts pieces by thing, kind and state, so that a thing is told, and deleted, without a look at them; the pieces of a thing
  /// or request are looked through in the order of their records.
  private static let evidence = [
    SchemaObject(
      table: "evidence",
      """
       (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
        thing INTEGER NOT NULL REFERENCES things, request TEXT REFERENCES requests,
        kind TEXT NOT NULL CHECK (kind IN ('photo', 'clip', 'document', 'imported')),
        technique TEXT, slot INTEGER, data TEXT NOT NULL DEFAULT '{}', local_file TEXT NOT NULL,
        sha256 TEXT NOT NULL, byte_count INTEGER NOT NULL, width INTEGER, height INTEGER,
        planned INTEGER, actual INTEGER, boot_id TEXT, wall_time REAL, clock TEXT NOT NULL,
        utc_offset INTEGER, decision TEXT, title TEXT, adopted TEXT, state TEXT NOT NULL
          CHECK (state IN ('stored', 'adopted', 'missing', 'altered')),
        record INTEGER NOT NULL, remote_id TEXT, remote_state TEXT,
        created_at REAL, updated_at REAL, deleted INTEGER, purged INTEGER, locked INTEGER,
        exported INTEGER, origin TEXT, titled INTEGER, decided INTEGER)
      """),
    SchemaObject(
      index: "evidence_adopted", of: "evidence", " (adopted) WHERE adopted IS NOT NULL"),
    SchemaObject(
      index: "evidence_deleted", of: "evidence", " (deleted) WHERE deleted IS NOT NULL"),
    SchemaObject(
      index: "evidence_purgeable", of: "evidence",
      " (deleted) WHERE deleted IS NOT NULL AND purged IS NULL AND locked IS NULL"),
    SchemaObject(
      index: "evidence_exported", of: "evidence",
      " (number) WHERE exported IS NOT NULL AND purged IS NULL AND locked IS NULL"),
    SchemaObject(index: "evidence_thing", of: "evidence", " (thing, record)"),
    SchemaObject(index: "evidence_clips", of: "evidence", " (thing) WHERE kind = 'clip'"),
    SchemaObject(
      index: "evidence_request", of: "evidence", " (request, record) WHERE request IS NOT NULL"),
    SchemaObject(
      table: "totals",
      """
       (
        thing INTEGER NOT NULL, kind TEXT NOT NULL, state TEXT NOT NULL, pieces INTEGER NOT NULL,
        PRIMARY KEY (thing, kind, state)) WITHOUT ROWID
      """),
    SchemaObject(
      trigger: "evidence_counts", of: "evidence",
      """
       AFTER INSERT ON evidence BEGIN
        INSERT INTO totals (thing, kind, state, pieces) VALUES (NEW.thing, NEW.kind, NEW.state, 1)
          ON CONFLICT (thing, kind, state) DO UPDATE SET pieces = pieces + 1;
      END
      """),
    SchemaObject(
      trigger: "evidence_counts_again", of: "evidence",
      """
       AFTER UPDATE OF thing, state, deleted, purged ON evidence BEGIN
        UPDATE totals SET pieces = pieces - 1
          WHERE thing = OLD.thing AND kind = OLD.kind AND state = \(fullState(of: "OLD"));
        INSERT INTO totals (thing, kind, state, pieces)
          VALUES (NEW.thing, NEW.kind, \(fullState(of: "NEW")), 1)
          ON CONFLICT (thing, kind, state) DO UPDATE SET pieces = pieces + 1;
      END
      """),
  ]

  /// `choices` has the option by which a piece was decided, and who did that; `faces` all that was made of a piece's faces; `origins` a row for each file of kept
  /// records.
  private static let others = [
    SchemaObject(
      table: "options",
      """
       (
        record INTEGER NOT NULL REFERENCES records, place INTEGER NOT NULL, piece INTEGER NOT NULL,
        text TEXT NOT NULL, per_mille INTEGER NOT NULL, analyser TEXT NOT NULL, denied INTEGER,
        PRIMARY KEY (record, place)) WITHOUT ROWID
      """),
    SchemaObject(index: "options_piece", of: "options", " (piece)"),
    SchemaObject(
      table: "choices",
      """
       (
        piece INTEGER PRIMARY KEY, record INTEGER NOT NULL REFERENCES records, text TEXT NOT NULL,
        requester TEXT NOT NULL)
      """),
    SchemaObject(
      table: "faces",
      """
       (
        record INTEGER PRIMARY KEY REFERENCES records, piece INTEGER NOT NULL, analyser TEXT,
        failed TEXT, faces TEXT NOT NULL, active INTEGER, requester TEXT NOT NULL, undone INTEGER)
      """),
    SchemaObject(index: "faces_piece", of: "faces", " (piece)"),
    SchemaObject(
      table: "redacted_copies",
      """
       (
        record INTEGER PRIMARY KEY REFERENCES records, piece INTEGER NOT NULL,
        original TEXT NOT NULL, areas TEXT NOT NULL, sha256 TEXT NOT NULL,
        byte_count INTEGER NOT NULL, crop_sha256 TEXT, crop_byte_count INTEGER)
      """),
    SchemaObject(index: "redacted_copies_piece", of: "redacted_copies", " (piece)"),
    SchemaObject(
      table: "rejected",
      """
       (
        file TEXT PRIMARY KEY, moved_to TEXT, reason TEXT NOT NULL, record INTEGER NOT NULL)
        WITHOUT ROWID
      """),
    SchemaObject(
      table: "redactions",
      """
       (
        record INTEGER NOT NULL, member TEXT NOT NULL, redacted INTEGER NOT NULL,
        PRIMARY KEY (record, member)) WITHOUT ROWID
      """),
    SchemaObject(
      table: "gaps",
      """
       (
        record INTEGER PRIMARY KEY REFERENCES records, began INTEGER NOT NULL,
        ended INTEGER NOT NULL, cause TEXT NOT NULL, boot_id TEXT NOT NULL, wall_time REAL,
        clock TEXT NOT NULL)
      """),
    SchemaObject(
      table: "origins",
      """
       (
        store TEXT NOT NULL, head TEXT NOT NULL, device TEXT NOT NULL, file TEXT NOT NULL,
        sha256 TEXT NOT NULL, byte_count INTEGER NOT NULL, record INTEGER NOT NULL,
        PRIMARY KEY (store, head, file)) WITHOUT ROWID
      """),
    SchemaObject(
      table: "settings", " (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"),
  ]

  /// The state of a piece with what became of it since, whatever has become of its thing.
  private static func fullState(of row: String) -> String {
    """
    CASE WHEN \(row).purged IS NOT NULL THEN 'purged' WHEN \(row).deleted IS NOT NULL THEN 'deleted'
      ELSE \(row).state END
    """
  }
}
