import Core

/// The writer of the store's records: appends them to the chain, and makes the other tables follow from them.
///
/// The statements read a record's payload with SQLite's own JSON functions, by its sequence, so that
/// writing it for the first time and building the tables again are the same.
struct Ledger: ~Copyable {
  private let key: DeviceKey
  private let appendRecord: Statement
  private let appendText, eraseTexts: LateStatement
  private let sums: Sums

  /// A writer to `database`, which has the newest schema; `key` signs.
  init(on database: borrowing Database, signing key: DeviceKey) throws(DatabaseError) {
    let appendRecord = try database.prepare(Ledger.appendRecord)
    let sums = Sums()
    self.appendRecord = appendRecord
    appendText = LateStatement(ToldText.append)
    eraseTexts = LateStatement(Record.Kind.eraseTexts)
    self.sums = sums
    self.key = key
  }

  /// Appends `records` at the moment `now` and applies them, in one transaction of `database`; the last is
  /// signed.
  ///
  /// Blocks in a flush. When it throws, nobody knows whether they are there: a power cut, or the next to
  /// open the database, settles that.
  ///
  /// - Returns: what that changed.
  func append(
    _ records: [Record], at now: Moment, in database: borrowing Database
  ) throws(DatabaseError) -> Commit {
    var commit = Commit(records)
    try database.transaction { () throws(DatabaseError) in
      // What a commit that failed has left is found here, if it came through after all.
      commit = try appendWithin(records, at: now, in: database)
    }
    return commit
  }

  /// Does the same within the transaction of `database` that is under way.
  @discardableResult
  func appendWithin(
    _ records: [Record], at now: Moment, in database: borrowing Database
  ) throws(DatabaseError) -> Commit {
    var commit = Commit(records)
    commit.head = try Ledger.head(of: database)
    commit.previous = commit.head
    for (index, record) in records.enumerated() {
      try append(record, to: &commit, isLast: index == records.count - 1, at: now, in: database)
    }
    return commit
  }

  private func append(
    _ record: Record, to commit: inout Commit, isLast: Bool, at now: Moment,
    in database: borrowing Database
  ) throws(DatabaseError) {
    let sequence = commit.head.sequence + 1
    let texts = try record.texts(as: sequence)
    let written = WrittenRecord(record, hiding: texts, as: sequence, at: now)
    let hash = Chain.hash(of: written, after: commit.head.hash)
    let signature = isLast ? key.signature(of: Chain.message(of: hash)) : nil
    try appendRecord.run(written, hash, signature)
    for text in texts { try appendText.prepared(in: database).statement.run(text) }
    if record.kind == .textRedacted {
      try eraseTexts.prepared(in: database).statement.run(.integer(sequence))
    }
    commit.added += try sums.apply(record.kind, sequence, in: database)
    commit.head = Head(sequence: sequence, hash: hash)
  }

  /// The latest record in `database`.
  static func head(of database: borrowing Database) throws(DatabaseError) -> Head {
    let sql = "SELECT sequence, hash FROM records ORDER BY sequence DESC LIMIT 1"
    return try database.prepare(sql).first { row in
      Head(sequence: row.integer(0) ?? 0, hash: row.text(1) ?? "")
    } ?? .none
  }

  /// The hash of the record with this `sequence` in `database`; nil where there is none.
  static func hash(
    of sequence: Int, in database: borrowing Database
  ) throws(DatabaseError) -> String? {
    try database.prepare("SELECT hash FROM records WHERE sequence = ?1")
      .first(.integer(sequence)) { $0.text(0) ?? "" }
  }

  /// Adds a row of `records`.
  static let appendRecord = """
    INSERT INTO records (\(WrittenRecord.columns), hash, signature)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
    """
}

extension Statement {
  /// Runs this one, which is `Ledger.appendRecord`, for `record`.
  func run(
    _ record: WrittenRecord, _ hash: String, _ signature: String?
  ) throws(DatabaseError) {
    try run(
      .integer(record.sequence), .integer(record.version), .text(record.kind),
      .text(record.payload.text), .text(record.bootID), .integer(record.monotonic),
      .integer(orNull: record.wallTime), .text(record.clock), .text(hash),
      .text(orNull: signature))
  }
}
