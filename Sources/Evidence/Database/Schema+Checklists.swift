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

    CREATE TEMP VIEW requests AS SELECT *, NULL AS number, NULL AS record FROM main.requests;
    CREATE TEMP VIEW checklist_wishes AS SELECT NULL AS record, NULL AS thing, NULL AS request,
      NULL AS action, NULL AS item WHERE 0;
    """
}
