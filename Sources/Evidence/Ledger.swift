import Core

/// The writer of the store's records: appends them, and makes the other tables follow from them.
///
/// The statements read a record's payload with SQLite's own JSON functions, by its sequence, so that
/// writing it for the first time and building the tables again are the same.
struct Ledger: ~Copyable {
  private let appendRecord: Statement
  private let noteBoot: Statement
  private let addThing: Statement
  private let makeThingCurrent: Statement
  private let addPhoto: Statement
  private let addOrphan: Statement
  private let addGap: Statement

  /// Prepares the statements on `database`, which has the newest schema.
  init(on database: borrowing Database) throws(DatabaseError) {
    let appendRecord = try database.prepare(Ledger.appendRecord)
    let noteBoot = try database.prepare(Ledger.noteBoot)
    let addThing = try database.prepare(Ledger.addThing)
    let makeThingCurrent = try database.prepare(Ledger.makeThingCurrent)
    let addPhoto = try database.prepare(Ledger.addPhoto)
    let addOrphan = try database.prepare(Ledger.addOrphan)
    let addGap = try database.prepare(Ledger.addGap)
    self.appendRecord = appendRecord
    self.noteBoot = noteBoot
    self.addThing = addThing
    self.makeThingCurrent = makeThingCurrent
    self.addPhoto = addPhoto
    self.addOrphan = addOrphan
    self.addGap = addGap
  }

  /// Appends `record` and applies it, within the caller's transaction.
  func append(_ record: Record) throws(DatabaseError) {
    let moment = record.moment
    var sequence = 0
    try appendRecord.run(
      .integer(Record.version), .text(record.kind.rawValue), .text(record.payload.text),
      .text(moment.bootID), .integer(Int(moment.instant.nanoseconds)),
      .real(orNull: moment.wall.microseconds.map { Double($0) / 1e6 }),
      .text(moment.wall.source.rawValue)
    ) { row in sequence = row.integer(0) ?? 0 }
    try apply(record.kind, sequence)
  }

  /// Makes the other tables say what the record `sequence`, of the given kind, says; nothing else
  /// writes to them, so that they can be made again from the records.
  func apply(_ kind: Record.Kind, _ sequence: Int) throws(DatabaseError) {
    try noteBoot.run(.integer(sequence))
    switch kind {
    case .storeCreated: break
    case .thingCreated:
      try addThing.run(.integer(sequence))
      try makeThingCurrent.run(.integer(sequence))
    case .photoStored: try addPhoto.run(.integer(sequence))
    case .orphanAdopted: try addOrphan.run(.integer(sequence))
    case .captureGap: try addGap.run(.integer(sequence))
    }
  }
}

extension Ledger {
  private static let appendRecord = """
    INSERT INTO records (sequence, version, kind, payload, boot_id, monotonic, wall_time, clock)
    SELECT ifnull(max(sequence), 0) + 1, ?1, ?2, ?3, ?4, ?5, ?6, ?7 FROM records
    RETURNING sequence
    """
  private static let noteBoot = """
    INSERT OR IGNORE INTO boots (boot_id) SELECT boot_id FROM records WHERE sequence = ?1
    """
  private static let addThing = """
    INSERT INTO things (number, id, title, category, created_at, updated_at)
    SELECT payload ->> 'number', payload ->> 'id', payload ->> 'title', payload ->> 'category',
      wall_time, wall_time
    FROM records WHERE sequence = ?1
    """
  private static let makeThingCurrent = """
    INSERT OR REPLACE INTO settings (name, value)
    SELECT 'current_thing', payload ->> 'number' FROM records WHERE sequence = ?1
    """
  private static let addPhoto = """
    INSERT INTO evidence (number, id, thing, kind, data, local_file, sha256, byte_count, width,
      height, planned, actual, boot_id, wall_time, clock, state, created_at, updated_at)
    SELECT payload ->> 'number', payload ->> 'id', payload ->> 'thing', 'photo',
      payload -> 'data', payload ->> 'file', payload ->> 'sha256', payload ->> 'bytes',
      payload ->> 'width', payload ->> 'height', payload ->> 'planned', payload ->> 'actual',
      boot_id, wall_time, clock, 'stored', wall_time, wall_time
    FROM records WHERE sequence = ?1
    """
  /// When an orphan was taken nobody knows: the record's time is that of its adoption.
  private static let addOrphan = """
    INSERT INTO evidence (number, id, thing, kind, data, local_file, sha256, byte_count, clock,
      state, created_at, updated_at)
    SELECT payload ->> 'number', payload ->> 'id', payload ->> 'thing', 'photo',
      payload -> 'data', payload ->> 'file', payload ->> 'sha256', payload ->> 'bytes', 'unset',
      'stored', wall_time, wall_time
    FROM records WHERE sequence = ?1
    """
  /// The wall time of a gap is that of its end.
  private static let addGap = """
    INSERT INTO gaps (record, began, ended, cause, boot_id, wall_time, clock)
    SELECT sequence, payload ->> 'from', payload ->> 'to', payload ->> 'cause', boot_id,
      wall_time, clock
    FROM records WHERE sequence = ?1
    """
}
