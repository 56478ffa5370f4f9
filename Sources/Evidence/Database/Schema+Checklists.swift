/// What is to be captured: requests, and what people wished of checklists.
extension Schema {
  /// The pieces of a thing or request are looked through in the order of their records.
  static let checklists = """
    ALTER TABLE requests ADD COLUMN number INTEGER;
    ALTER TABLE requests ADD COLUMN record INTEGER;
    CREATE TABLE checklist_wishes (
      record INTEGER PRIMARY KEY REFERENCES records, thing INTEGER, request TEXT,
      action TEXT NOT NULL, item INTEGER NOT NULL);
    CREATE INDEX evidence_thing ON evidence (thing, record);
    CREATE INDEX evidence_request ON evidence (request, record) WHERE request IS NOT NULL;
    """

  /// What has a reader of tables of an older version see that there are none.
  static let noChecklists = """

    CREATE TEMP VIEW requests AS SELECT *, NULL AS number, NULL AS record, NULL AS origin
      FROM main.requests;
    CREATE TEMP VIEW checklist_wishes AS SELECT NULL AS record, NULL AS thing, NULL AS request,
      NULL AS action, NULL AS item WHERE 0;
    """ + noKeptRecords
}

/// What came back from bundles.
extension Schema {
  /// `origin` says where what came back comes from; `origins` has a row for each file of kept records.
  static let origins = """
    ALTER TABLE things ADD COLUMN origin TEXT;
    ALTER TABLE evidence ADD COLUMN origin TEXT;
    ALTER TABLE requests ADD COLUMN origin TEXT;
    CREATE TABLE origins (
      store TEXT NOT NULL, head TEXT NOT NULL, device TEXT NOT NULL, file TEXT NOT NULL,
      sha256 TEXT NOT NULL, byte_count INTEGER NOT NULL, record INTEGER NOT NULL,
      PRIMARY KEY (store, head)) WITHOUT ROWID;
    """

  static let piecesWithoutOrigin = """
    CREATE TEMP VIEW things AS SELECT *, NULL AS origin FROM main.things;
    CREATE TEMP VIEW evidence AS SELECT *, NULL AS origin FROM main.evidence;
    """

  /// What has a reader of tables of version 4 see that no request came back.
  static let noOrigins = """

    CREATE TEMP VIEW requests AS SELECT *, NULL AS origin FROM main.requests;
    """ + noKeptRecords

  static let noKeptRecords = """

    CREATE TEMP VIEW origins AS SELECT NULL AS store, NULL AS head, NULL AS device, NULL AS file,
      NULL AS sha256, NULL AS byte_count, NULL AS record WHERE 0;
    """
}
