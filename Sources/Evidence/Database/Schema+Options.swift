/// What programs guess of pieces, and which guesses were confirmed.
extension Schema {
  /// `denied` is the sequence of the record by which somebody denied it; `choices` has the option by which a piece was
  /// decided, and who did that.
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

  /// What has a reader of tables of an older version see that there are none.
  static let noOptions = """

    CREATE TEMP VIEW options AS SELECT NULL AS record, NULL AS place, NULL AS piece, NULL AS text,
      NULL AS per_mille, NULL AS analyser, NULL AS denied WHERE 0;
    CREATE TEMP VIEW choices AS SELECT NULL AS piece, NULL AS record, NULL AS text,
      NULL AS requester WHERE 0;
    """
}
