import Core

/// All tables but `records`: what the records come to, each applied once and in their order.
///
/// Nothing else writes to those tables, so that they can be made again from the records alone.
struct Sums: ~Copyable {
  /// What every record, or a photo's, needs; the others are prepared where they are run, which is seldom.
  private let noteBoot, dateBoot, addPhoto: Statement

  /// Prepares the statements on `database`, which has the newest schema.
  init(of database: borrowing Database) throws(DatabaseError) {
    let noteBoot = try database.prepare(Sums.noteBoot)
    let dateBoot = try database.prepare(Sums.dateBoot)
    let addPhoto = try database.prepare(Sums.addPhoto)
    self.noteBoot = noteBoot
    self.dateBoot = dateBoot
    self.addPhoto = addPhoto
  }

  /// Makes the tables of `database` say what the record `sequence`, of the given kind, says.
  func apply(
    _ kind: Record.Kind, _ sequence: Int, in database: borrowing Database
  ) throws(DatabaseError) {
    let record = SQLValue.integer(sequence)
    try noteBoot.run(record)
    try dateBoot.run(record)
    switch kind {
    case .storeCreated:
      try database.prepare(Sums.noteStore).run(record)
      try database.prepare(Sums.noteDevice).run(record)
    case .deviceChanged: try database.prepare(Sums.noteDevice).run(record)
    case .settingKept:
      try database.prepare(Sums.dropSetting).run(record)
      try database.prepare(Sums.addSetting).run(record)
    case .storeReset: try database.execute(Sums.dropSettings)
    case .programStarted, .programStopped, .storeReopened, .storeRebuilt, .configurationChanged,
      .settingChanged, .clockTold, .clockSynchronised, .cameraOpened, .photoFailed:
      break
    case .thingCreated:
      try database.prepare(Sums.addThing).run(record)
      try database.prepare(Sums.makeThingCurrent).run(record)
    case .thingUsed: try database.prepare(Sums.makeThingCurrent).run(record)
    case .thingChanged: try database.prepare(Sums.setThing).run(record)
    case .thingDeleted:
      try database.prepare(Sums.deleteThing).run(record)
      try database.prepare(Sums.makeNextCurrent).run(record)
    case .captureGap: try database.prepare(Sums.addGap).run(record)
    case .photoStored:
      try addPhoto.run(record)
      try database.prepare(Sums.joinRequest).run(record)
    case .pieceAdopted: try database.prepare(Sums.adoptPiece).run(record)
    case .pieceImported:
      try database.prepare(Sums.addImport).run(record)
      try database.prepare(Sums.joinRequest).run(record)
    case .recordsKept: try database.prepare(Sums.keepRecords).run(record)
    case .thingRestored: try database.prepare(Sums.restoreThing).run(record)
    case .requestRestored: try database.prepare(Sums.restoreRequest).run(record)
    case .pieceRestored: try database.prepare(Sums.restorePiece).run(record)
    case .pieceDeleted: try database.prepare(Sums.deletePieces).run(record)
    case .pieceUndeleted: try database.prepare(Sums.undeletePieces).run(record)
    case .pieceLocked: try database.prepare(Sums.lockPieces).run(record)
    case .pieceTitled: try database.prepare(Sums.titlePieces).run(record)
    case .pieceDecided:
      try database.prepare(Sums.decidePieces).run(record)
      try database.prepare(Sums.dropChoice).run(record)
    case .pieceOptions:
      try database.prepare(Sums.dropOptions).run(record)
      try database.prepare(Sums.forgetDenials).run(record)
      try database.prepare(Sums.addOptions).run(record)
    case .optionConfirmed:
      try database.prepare(Sums.confirmOption).run(record)
      try database.prepare(Sums.decideByOption).run(record)
    case .optionDenied: try database.prepare(Sums.denyOption).run(record)
    case .pieceExported: try database.prepare(Sums.exportPieces).run(record)
    case .piecePurged: try database.prepare(Sums.purgePieces).run(record)
    case .changeUndone:
      try database.prepare(Sums.undeletePiecesOfUndone).run(record)
      try database.prepare(Sums.undeleteThingsOfUndone).run(record)
      try database.prepare(Sums.takeBackPieces).run(record)
    case .requestImported: try database.prepare(Sums.addRequest).run(record)
    case .requestChanged: try database.prepare(Sums.setRequest).run(record)
    case .checklistChanged: try database.prepare(Sums.addWish).run(record)
    case .pieceBegun:
      try database.prepare(Sums.noteBegun).run(record)
      try database.prepare(Sums.reserveNumber).run(record)
    case .clipStored, .clipRecovered:
      try database.prepare(Sums.addClip).run(record)
      try database.prepare(Sums.joinRequest).run(record)
      try database.prepare(Sums.endBegun).run(record)
    case .numberSpent:
      try database.prepare(Sums.endBegun).run(record)
      try database.prepare(Sums.reserveNumber).run(record)
    case .fileRejected:
      try database.prepare(Sums.addRejected).run(record)
      try database.prepare(Sums.endRejected).run(record)
      try database.prepare(Sums.reserveNumber).run(record)
    case .fileMissing: try setState(.text("missing"), by: record, in: database)
    case .fileAltered: try setState(.text("altered"), by: record, in: database)
    case .fileFound: try setState(.null, by: record, in: database)
    }
  }

  private func setState(
    _ state: SQLValue, by record: SQLValue, in database: borrowing Database
  ) throws(DatabaseError) {
    try database.prepare(Sums.setState).run(record, state)
  }
}

extension Sums {
  private static let noteBoot = """
    INSERT OR IGNORE INTO boots (boot_id, clock)
    SELECT boot_id, 'unset' FROM records WHERE sequence = ?1
    """
  /// By which record a boot is dated, the first that knew the time on the best word, and of what people told the
  /// latest; and between which times all on that word lie, the later one to ten minutes: most photos have a page less to write.
  private static let dateBoot = """
    UPDATE boots SET
      clock = CASE WHEN \(isBetter) THEN record.clock ELSE boots.clock END,
      known_at = CASE WHEN \(isBetter) THEN record.monotonic ELSE known_at END,
      wall_time = CASE WHEN \(isBetter) THEN record.wall_time ELSE boots.wall_time END,
      earliest = CASE WHEN \(isBetter) THEN record.wall_time
        ELSE min(earliest, record.wall_time) END,
      latest = CASE WHEN \(isBetter) THEN record.wall_time
        ELSE max(latest, record.wall_time) END
    FROM (SELECT * FROM records WHERE sequence = ?1 AND wall_time IS NOT NULL) AS record
    WHERE boots.boot_id = record.boot_id AND (\(isBetter) OR record.clock = boots.clock
      AND (record.wall_time < earliest OR record.wall_time > latest + 600000000))
    """
  private static let isBetter = """
    (boots.clock = 'unset' OR boots.clock = 'told' AND (record.clock = 'synchronised'
      OR record.clock = 'told' AND record.kind = '\(Record.Kind.clockTold.rawValue)'))
    """
  /// Whose store it is.
  private static let noteStore = """
    INSERT OR REPLACE INTO settings (name, value)
    SELECT 'store', payload ->> 'store' FROM records WHERE sequence = ?1
    """
  private static let noteDevice = """
    INSERT OR REPLACE INTO settings (name, value)
    SELECT 'device_key', payload ->> '$.device.public_key' FROM records WHERE sequence = ?1
    """
  /// The highest number that anything but a piece has had.
  ///
  /// A piece's own row keeps its number, so that a photo writes one page less.
  private static let reserveNumber = """
    INSERT INTO settings (name, value)
    SELECT 'last_number', payload ->> 'number' FROM records
    WHERE sequence = ?1 AND payload ->> 'number' IS NOT NULL
    ON CONFLICT (name) DO UPDATE
    SET value = max(CAST(value AS INTEGER), CAST(excluded.value AS INTEGER))
    """
  private static let addThing = """
    INSERT INTO things (number, id, title, category, created_at, updated_at)
    SELECT payload ->> 'number', payload ->> 'id', payload ->> 'title', payload ->> 'category',
      wall_time / 1e6, wall_time / 1e6
    FROM records WHERE sequence = ?1
    """
  private static let makeThingCurrent = """
    INSERT OR REPLACE INTO settings (name, value)
    SELECT 'current_thing', payload ->> 'number' FROM records WHERE sequence = ?1
    """
  private static let addPhoto = """
    INSERT INTO evidence (number, id, thing, kind, data, local_file, sha256, byte_count, width,
      height, planned, actual, boot_id, wall_time, clock, state, record, created_at, updated_at)
    SELECT payload ->> 'number', payload ->> 'id',
      (SELECT number FROM things WHERE id = payload ->> 'thing'),
      CASE WHEN payload -> '$.data.crop' IS NULL THEN 'photo' ELSE 'document' END,
      payload -> 'data', payload ->> 'file', payload ->> 'sha256', payload ->> 'bytes',
      payload ->> 'width', payload ->> 'height', payload ->> 'planned',
      payload ->> '$.taken.monotonic', payload ->> '$.taken.boot_id',
      payload ->> '$.taken.wall_time' / 1e6, payload ->> '$.taken.clock', 'stored', sequence,
      wall_time / 1e6, wall_time / 1e6
    FROM records WHERE sequence = ?1
    """
  /// Without facts nobody knows when a picture was taken: the record's time is that of its adoption.
  private static let adoptPiece = """
    INSERT INTO evidence (number, id, thing, kind, data, local_file, sha256, byte_count, width,
      height, planned, actual, boot_id, wall_time, clock, adopted, state, record, created_at,
      updated_at)
    SELECT payload ->> 'number', payload ->> 'id',
      (SELECT number FROM things WHERE id = payload ->> 'thing'), payload ->> 'kind',
      ifnull(\(believedData), '{}'), payload ->> 'file', payload ->> 'sha256',
      payload ->> 'bytes', payload ->> 'width', payload ->> 'height',
      payload ->> '$.facts.planned', payload ->> '$.facts.taken.monotonic',
      payload ->> '$.facts.taken.boot_id', payload ->> '$.facts.taken.wall_time' / 1e6,
      ifnull(payload ->> '$.facts.taken.clock', 'unset'), payload ->> 'reason', 'adopted',
      sequence, wall_time / 1e6, wall_time / 1e6
    FROM records WHERE sequence = ?1
    """
  /// Glyphs that did not reach the medium are in the facts, and are none.
  private static let believedData = """
    iif(payload -> 'glyphs' IS NULL, json_remove(payload -> '$.facts.data', '$.glyphs'),
      payload -> '$.facts.data')
    """
  /// A file that is as it was gives its piece the state that it had at first.
  private static let setState = """
    UPDATE evidence SET
      state = ifnull(?2, CASE WHEN adopted IS NULL THEN 'stored' ELSE 'adopted' END),
      updated_at = record.wall_time / 1e6
    FROM (SELECT payload ->> 'number' AS piece, wall_time FROM records WHERE sequence = ?1)
      AS record
    WHERE number = record.piece
    """
  /// The wall time of a gap is that of its record.
  private static let addGap = """
    INSERT INTO gaps (record, began, ended, cause, boot_id, wall_time, clock)
    SELECT sequence, payload ->> 'from', payload ->> 'to', payload ->> 'cause', boot_id,
      wall_time / 1e6, clock
    FROM records WHERE sequence = ?1
    """
  private static let addRejected = """
    INSERT OR REPLACE INTO rejected (file, moved_to, reason, record)
    SELECT payload ->> 'file', payload ->> 'moved_to', payload ->> 'reason', sequence
    FROM records WHERE sequence = ?1
    """
}
