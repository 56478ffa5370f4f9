import CLinux
import CSQLite
import Core
import Glibc
import System

/// The steps of `Store.init`, in their order.
extension Store {
  /// Refuses to begin a store where the device's own should be and is not: its medium is not mounted.
  static func refuseMissingMount(
    of directory: String, _ device: DeviceFolder
  ) throws(Failure) {
    guard try device.storeID() != nil, access(Archive.database(in: directory), F_OK) != 0,
      errno == ENOENT
    else { return }
    throw Failure(.store, .storeNotMounted(directory, device.path))
  }

  /// Opens the database of the store in `directory` and brings its schema up to date.
  static func openDatabase(
    in directory: String, on medium: any Medium
  ) throws(Failure) -> Database {
    let path = Archive.database(in: directory)
    // SQLite would make it readable for everybody; its other files take over the mode of this one.
    _ = try Failure.at(path) { () throws(SystemError) in
      try medium.open(path, O_RDWR | O_CREAT, mode: 0o640)
    }
    let database = try Failure.inDatabase { () throws(DatabaseError) in
      try Database(opening: path, SQLITE_OPEN_READWRITE, vfs: medium.databaseVFS)
    }
    try Schema.check(database)
    try Failure.inDatabase { () throws(DatabaseError) in
      try configure(database)
      try Schema.migrate(database)
    }
    return database
  }

  /// How the latest program to write to the store ended, which tells why a picture has no row.
  static func ending(
    of database: borrowing Database, _ now: Moment, isRebuilt: Bool
  ) throws(Failure) -> Adoption {
    if isRebuilt { return .recordLost }
    return try Failure.inDatabase { () throws(DatabaseError) in
      let sql = "SELECT kind, boot_id FROM records ORDER BY sequence DESC LIMIT 1"
      return try database.prepare(sql).first { row in
        if row.text(0) == Record.Kind.programStopped.rawValue { return .cleanStop }
        return row.text(1) == now.bootID ? .crash : .powerCut
      } ?? .cleanStop
    }
  }

  /// Whether something was recorded in the boot of `now`.
  static func knows(_ now: Moment, _ database: borrowing Database) throws(Failure) -> Bool {
    try Failure.inDatabase { () throws(DatabaseError) in
      let sql = "SELECT 1 FROM boots WHERE boot_id = ?1"
      return try database.prepare(sql).first(.text(now.bootID)) { _ in true } ?? false
    }
  }

  /// Which boot this is among those with records in the store, counted from 1.
  static func ordinal(
    ofBoot bootID: String, in database: borrowing Database
  ) throws(Failure) -> Int {
    try Failure.inDatabase { () throws(DatabaseError) in
      let sql = "SELECT ordinal FROM boots WHERE boot_id = ?1"
      let known = try database.prepare(sql).first(.text(bootID)) { $0.integer(0) ?? 0 }
      guard let known else {
        return try database.integer("SELECT ifnull(max(ordinal), 0) + 1 FROM boots")
      }
      return known
    }
  }

  /// Refuses a store whose latest record is not what its hash says, or is of a kind that nobody knows here.
  ///
  /// The whole chain is for `exhibit verify`: a start must not take longer the more there is.
  static func checkHead(of database: borrowing Database) throws(Failure) {
    let path = database.path
    let head = try Failure.inDatabase { () throws(DatabaseError) in
      try Ledger.head(of: database)
    }
    guard head.sequence > 0 else { return }
    let (newest, previous) = try Failure.inDatabase { () throws(DatabaseError) in
      let sql = "SELECT \(WrittenRecord.columns), hash FROM records WHERE sequence = ?1"
      let statement = try database.prepare(sql)
      let newest = try statement.first(.integer(head.sequence)) { WrittenRecord($0) }
      let previous = try statement.first(.integer(head.sequence - 1)) { $0.text(8) ?? "" }
      return (newest, previous ?? Chain.beginning)
    }
    guard let newest, Chain.hash(of: newest, after: previous) == head.hash else {
      throw Failure(.store, .storeDamaged(path, "record \(head.sequence) was changed"))
    }
    guard newest.isKnown else {
      throw Failure(
        .store, .recordUnknown(path, newest.sequence, newest.kind, newest.version),
        kind: .newerStore)
    }
  }

  /// What is recorded when the store is opened: that it begins, if it does; that another device writes to it,
  /// if one does; and that the program has started, or opens it again.
  static func openingRecords(
    in database: borrowing Database, _ device: PublicKey, _ program: ProgramFacts?,
    _ identifiers: inout Identifiers, isRebuilt: Bool, at now: Moment
  ) throws(Failure) -> [Record] {
    let rebuilt = isRebuilt ? [Record(.storeRebuilt)] : []
    let opening = rebuilt + [program.map { .programStarted($0) } ?? Record(.storeReopened)]
    let known = try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare("SELECT value FROM settings WHERE name = 'device_key'")
        .first { $0.text(0) ?? "" }
    }
    guard let known else {
      let thing = try identifiers.next(at: now.instant)
      let id = try Identifiers.store()
      return [
        .storeCreated(id, by: device, version: program?.version),
        .thingCreated(thing, 1, Phrase.unsortedThing.english),
      ] + opening
    }
    return (known == device.hexadecimal ? [] : [.deviceChanged(to: device)]) + opening
  }

  /// Appends `records` by `ledger`, in one transaction.
  static func append(
    _ records: [Record], to database: borrowing Database, _ ledger: borrowing Ledger, at now: Moment
  ) throws(Failure) -> Head {
    do throws(DatabaseError) {
      return try ledger.append(records, at: now, in: database)
    } catch {
      throw Failure(error)
    }
  }

  /// The first number above all that anything has, or has had; and above the names in the newest folders. None is
  /// left for a photo where it is above `EvidenceFolder.highestNumber`.
  ///
  /// A name that begins with a number reserves it, whatever the file is.
  static func numberAfterAll(
    in archive: borrowing Archive, _ folder: EvidenceFolder
  ) throws(Failure) -> Int {
    let newest = try archive.lastNumber()
    guard newest <= EvidenceFolder.highestNumber else {
      throw Failure(.store, .storeDamaged(archive.database.path, "number \(newest)"))
    }
    // A folder that can't be read is no newer than the rows, or nobody can tell.
    let names = (try? folder.entries(of: "evidence")) ?? []
    let newer = names.filter {
      (EvidenceFolder.index(of: $0) ?? -1) >= newest / 1000 && folder.isFolder($0)
    }
    let files = newer.flatMap { (try? folder.entries(of: $0)) ?? [] }
    return files.compactMap(EvidenceFolder.reserved(by:)).reduce(newest, max) + 1
  }

  /// The numbers of pictures that are newer than all rows, the oldest first.
  static func newestOrphans(after newest: Int, in folder: EvidenceFolder) -> [Int] {
    let folders = [newest / 1000, newest / 1000 + 1].map(EvidenceFolder.folder(at:))
    // One that can't be read has none that could be taken over now.
    let names = folders.filter(folder.isFolder).flatMap { (try? folder.entries(of: $0)) ?? [] }
    return names.compactMap(EvidenceFolder.number(of:)).filter { $0 > newest }
  }

  /// Checkpoints are ours to time: SQLite's own would come within a commit, and report their failure
  /// as that of a commit that has happened.
  private static func configure(_ database: borrowing Database) throws(DatabaseError) {
    try database.execute(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA wal_autocheckpoint = 0;
      """)
    database.persistLog()
  }
}

extension Phrase {
  static func storeNotMounted(_ folder: String, _ device: String) -> Phrase {
    Phrase(
      "store.not-mounted",
      """
      This device has a store, and it is not in {1}: mount the medium that it is on. If it is \
      lost, begin another with 'exhibit store new --store {1} --device {2}'.
      """, folder, device)
  }

  static let unsortedThing = Phrase("store.unsortedThing", "Unsorted")
}
