import CSQLite
import Core
import Glibc
import System

/// The exchange of a store's database for a copy of the default, into which its records are carried over.
///
/// The chain of records goes on with `store.reset`, and everything that records tell is told again by them; what else
/// stood in the database is that of the default. At no moment is there another database than the old one, complete in
/// its one file, or the new.
package struct Reset {
  private let setup: StoreSetup
  private let keepsSettings: Bool
  private var medium: any Medium { setup.medium }
  private var path: String { Archive.database(in: setup.directory) }
  private var new: String { "\(setup.directory)/reset.sqlite" }

  /// That of the database of `setup`.
  package init(of setup: StoreSetup, keepingSettings keepsSettings: Bool = false) {
    self.setup = setup
    self.keepsSettings = keepsSettings
  }

  /// Resets the store, which nobody has open, at the moment `now`.
  ///
  /// Blocks for as long as reading and writing all records takes. When it throws, the old database is there or the new
  /// one, whole and durable.
  ///
  /// - Returns: how many records were carried over.
  package func run(at now: Moment) throws(Failure) -> Int {
    let lock = try FolderLock(setup.directory)
    let count = try exchange(at: now)
    _ = consume lock
    return count
  }

  private func exchange(at now: Moment) throws(Failure) -> Int {
    try OwnPlace.checkForWriting(setup.directory)
    for suffix in ["", "-journal"] { try OwnPlace(path: new + suffix).requireFile() }
    let bytes = try DefaultDatabase(setup.defaults).bytes()
    guard access(path, F_OK) == 0 else { throw Failure.noStore(in: setup.directory) }
    let count: Int
    do throws(Failure) {
      count = try makeNew(of: bytes, at: now)
      try takeLogAway()
    } catch {
      clear()
      throw error
    }
    try Failure.at(path) { () throws(SystemError) in
      try medium.rename(new, to: path)
      try medium.flushFolder(setup.directory)
    }
    return count
  }

  /// Removes what an earlier call has left, or this one.
  private func clear() {
    for suffix in ["", "-journal"] { try? medium.unlink(new + suffix) }
  }
}

/// The steps, in their order.
extension Reset {
  /// Makes the new database, durable under its name of now, and says how many records it took over.
  private func makeNew(of bytes: [UInt8], at now: Moment) throws(Failure) -> Int {
    clear()
    try Failure.at(new) { () throws(SystemError) in
      // SQLite would make it readable for everybody.
      let file = try medium.open(new, O_RDWR | O_CREAT | O_EXCL, mode: 0o640)
      try medium.writeAll(bytes, to: file)
    }
    let old = try Store.openDatabase(in: setup.directory, on: medium, at: now)
    try Store.secureLog(of: old, on: medium, at: now)
    let key = try key(of: old)
    let count = try Failure.inDatabase { () throws(DatabaseError) in
      let target = try Database(opening: new, SQLITE_OPEN_READWRITE, vfs: medium.databaseVFS)
      try target.execute("PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL")
      try Schema.migrate(target)
      return try carryOver(from: old, to: target, key, at: now)
    }
    try Failure.at(new) { () throws(SystemError) in
      try medium.flush(try medium.open(new, O_RDWR, mode: 0))
      try medium.flushFolder(setup.directory)
    }
    return count
  }

  /// The device's key, which must be the one that signs the store's records.
  private func key(of old: borrowing Database) throws(Failure) -> DeviceKey {
    let known = try Failure.inDatabase { () throws(DatabaseError) in
      try old.prepare("SELECT value FROM settings WHERE name = 'device_key'")
        .first { $0.text(0) ?? "" }
    }
    let device = DeviceFolder(setup.device, on: medium)
    guard let key = try device.storedKey(), key.publicKey.hexadecimal == known else {
      throw Failure(.store, .storeKeyElsewhere(setup.directory, device.path), kind: .refused)
    }
    return key
  }

  /// Writes the records of `old` to `target` as they are, and behind them that of the reset, in one transaction.
  private func carryOver(
    from old: borrowing Database, to target: borrowing Database, _ key: DeviceKey, at now: Moment
  ) throws(DatabaseError) -> Int {
    var count = 0
    let ledger = try Ledger(on: target, signing: key)
    try target.begin()
    let writer = try RecordWriter(to: target)
    let texts = try ToldTexts(in: old)
    let sql =
      "SELECT \(WrittenRecord.columns), hash, signature FROM records ORDER BY sequence"
    try old.prepare(sql).run { row throws(DatabaseError) in
      let record = WrittenRecord(row)
      guard record.isKnown else {
        throw DatabaseError(
          path: path, code: SQLITE_CORRUPT, systemCode: 0,
          message: "record \(record.sequence) is a '\(record.kind)' of version \(record.version)")
      }
      try writer.write(
        record, row.text(8) ?? "", row.text(9), with: try texts.texts(of: record), in: target)
      count += 1
    }
    let kept = keepsSettings ? try Reset.keptSettings(in: target) : []
    try ledger.appendWithin([Record(.storeReset)] + kept, at: now, in: target)
    try target.commit()
    return count
  }

  /// What people keep, to be recorded once more: the reset forgets what was before it.
  private static func keptSettings(
    in target: borrowing Database
  ) throws(DatabaseError) -> [Record] {
    var records: [Record] = []
    try target.prepare(Record.keptSettings).run { row in
      records.append(Record(.settingKept, CanonicalJSON(spelled: row.text(0) ?? "")))
    }
    return records
  }

  /// Has the old database stand in its one file, and nothing beside it that would be taken for the new one's log.
  ///
  /// The names are durable before the new one gets the old one's: after a power cut between both, the old one is complete.
  private func takeLogAway() throws(Failure) {
    let old = try Failure.inDatabase { () throws(DatabaseError) in
      try Database(opening: path, SQLITE_OPEN_READWRITE, vfs: medium.databaseVFS)
    }
    let mode = try Failure.inDatabase { () throws(DatabaseError) in
      try old.execute("PRAGMA synchronous = FULL")
      return try old.prepare("PRAGMA journal_mode = DELETE").first { $0.text(0) ?? "" }
    }
    guard mode == "delete" else { throw Failure(.store, .storeBusy(path), kind: .storeLocked) }
    for suffix in ["-wal", "-shm"] where access(path + suffix, F_OK) == 0 {
      try Failure.at(path + suffix) { () throws(SystemError) in try medium.unlink(path + suffix) }
    }
    try Failure.at(setup.directory) { () throws(SystemError) in
      try medium.flushFolder(setup.directory)
    }
  }
}
