import CLinux
import CSQLite
import Core
import Glibc
import System

/// The steps of `Store.init`, in their order.
extension Store {
  /// Makes the folders of a store where they are missing, and takes its one writer's place.
  static func takePlace(
    in folder: EvidenceFolder, of device: DeviceFolder
  ) throws(Failure) -> FolderLock {
    try OwnPlace.checkForWriting(folder.root)
    try refuseMissingMount(of: folder.root, device)
    try folder.prepare()
    return try FolderLock(folder.root)
  }

  /// Refuses to begin a store where the device's own should be and is not: its medium is not mounted.
  private static func refuseMissingMount(
    of directory: String, _ device: DeviceFolder
  ) throws(Failure) {
    guard try device.storeID() != nil, access(Archive.database(in: directory), F_OK) != 0,
      errno == ENOENT
    else { return }
    throw Failure(
      .store,
      Phrase(
        "store.not-mounted",
        """
        This device has a store, and it is not in \(directory): mount the medium that it is on. If it is lost, \
        begin another with 'exhibit store new --store \(directory) --device \(device.path)'.
        """))
  }

  /// Opens the database of the store in `directory` and brings its schema up to date.
  static func openDatabase(
    in directory: String, on medium: any Medium, at now: Moment
  ) throws(Failure) -> Database {
    let path = Archive.database(in: directory)
    let hasLog = access("\(path)-wal", F_OK) == 0
    // SQLite would make it readable for everybody; its other files take over the mode of this one.
    _ = try Failure.at(path) { () throws(SystemError) in
      try medium.open(path, O_RDWR | O_CREAT, mode: 0o640)
    }
    let database = try Failure.inDatabase { () throws(DatabaseError) in
      try Database(opening: path, SQLITE_OPEN_READWRITE, vfs: medium.databaseVFS)
    }
    database.keepLogAtEnd(true)
    do throws(Failure) { try Schema.checkForWriting(database) } catch {
      // Whoever comes next finds the log that looking into it has made, and takes its name for durable.
      if !hasLog { try? medium.flushFolder(directory) }
      throw error
    }
    try Failure.inDatabase { () throws(DatabaseError) in
      try configure(database)
    }
    // SQLite makes the name of a log that it has made durable with its own first commit, and whoever finds it there
    // takes it to be; but this opening may end without one, and another program come next.
    if !hasLog {
      try Failure.at(directory) { () throws(SystemError) in try medium.flushFolder(directory) }
    }
    try Failure.inDatabase { () throws(DatabaseError) in
      try Schema.migrate(database, in: now.bootID)
    }
    return database
  }

  /// Whether something was recorded in the boot of `now`, or the schema brought up to date.
  static func knows(_ now: Moment, _ database: borrowing Database) throws(Failure) -> Bool {
    try Failure.inDatabase { () throws(DatabaseError) in
      let sql = """
        SELECT 1 FROM boots WHERE boot_id = ?1 UNION ALL SELECT 1 FROM migrations WHERE boot_id = ?1
        """
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

  /// What appends to the records in `database`, signed by `key`.
  static func ledger(
    on database: borrowing Database, signing key: DeviceKey
  ) throws(Failure) -> Ledger {
    try Failure.inDatabase { () throws(DatabaseError) in try Ledger(on: database, signing: key) }
  }

  /// Records `opening` and what begins with it; durable when this returns.
  static func record(
    _ opening: Opening, of setup: StoreSetup, in database: borrowing Database,
    _ ledger: borrowing Ledger, _ key: DeviceKey, _ identifiers: inout Identifiers, at now: Moment
  ) throws(Failure) -> Head {
    try checkHead(of: database)
    let others = opening.aftermath?.others
    let records =
      setup.isVisit
      ? (try isOlder(database) ? [.formatChanged] : []) + opening.resumptions
        + (opening.aftermath?.first ?? [])
      : try openingRecords(in: database, opening, key.publicKey, &identifiers, at: now)
    guard !records.isEmpty else {
      return try Failure.inDatabase { () throws(DatabaseError) in try Ledger.head(of: database) }
    }
    do throws(DatabaseError) {
      return try ledger.append(records + (others ?? []), at: now, in: database).head
    } catch {
      // What a damaged database told that can't be is in the kept file; no start is to fail by it.
      guard error.isOfRecord, let kept = others?.first else { throw Failure(error) }
      return try append(records + [kept], to: database, ledger, at: now).head
    }
  }

  /// Refuses a store whose latest record is not what its hash says, or is of a kind that nobody knows here.
  ///
  /// The whole chain is for `exhibit verify`: a start must not take longer the more there is.
  private static func checkHead(of database: borrowing Database) throws(Failure) {
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
  private static func openingRecords(
    in database: borrowing Database, _ opening: Opening, _ device: PublicKey,
    _ identifiers: inout Identifiers, at now: Moment
  ) throws(Failure) -> [Record] {
    guard let known = try setting("device_key", in: database) else {
      let thing = try identifiers.next(at: now.instant)
      let id = try Identifiers.store()
      let first = Thing(
        number: 1, id: thing, label: Thing.unsorted, category: "other")
      return [
        .storeCreated(
          id, by: device, after: opening.former, version: opening.program?.version),
        .thingCreated(thing, 1, first.label),
      ] + (opening.collects ? [.thingChanged(first, .collect, to: .text("study"), by: .start)] : [])
        + opening.records(at: now)
    }
    return (try isOlder(database) ? [.formatChanged] : [])
      + (known == device.hexadecimal ? [] : [.deviceChanged(to: device)])
      + opening.records(at: now)
  }

  /// Whether the latest record is of an older version than those that are written here.
  private static func isOlder(_ database: borrowing Database) throws(Failure) -> Bool {
    try Failure.inDatabase { () throws(DatabaseError) in
      let sql = "SELECT version FROM records ORDER BY sequence DESC LIMIT 1"
      let latest = try database.prepare(sql).first { $0.integer(0) ?? 0 }
      return latest.map { $0 < Record.version } ?? false
    }
  }

  /// The id of the store in `database`; nil where that has yet to begin.
  static func id(in database: borrowing Database) throws(Failure) -> String? {
    try setting("store", in: database)
  }

  private static func setting(
    _ name: String, in database: borrowing Database
  ) throws(Failure) -> String? {
    try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare("SELECT value FROM settings WHERE name = ?1")
        .first(.text(name)) { $0.text(0) ?? "" }
    }
  }

  /// Appends `records` by `ledger`, in one transaction.
  static func append(
    _ records: [Record], to database: borrowing Database, _ ledger: borrowing Ledger, at now: Moment
  ) throws(Failure) -> Commit {
    do throws(DatabaseError) {
      return try ledger.append(records, at: now, in: database)
    } catch {
      throw Failure(error)
    }
  }

  /// The first number above all that anything has, or has had; and above the names in the newest folders.
  ///
  /// None is left for a photo where it is above `EvidenceFolder.highestNumber`.
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
    let numbers = names.compactMap {
      EvidenceFolder.number(of: $0) ?? EvidenceFolder.companion(of: $0)?.number
    }
    return Set(numbers).filter { $0 > newest }.sorted()
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

/// What an opening of a store is to its records.
struct Opening {
  /// What a rebuild has left for it; nil where nothing is.
  let aftermath: RebuildAftermath?
  /// Why a picture that is newer than all rows has none.
  let ending: Adoption
  /// The program that starts; nil where it opens the store again.
  let program: ProgramFacts?
  /// Whether the first thing of a new store is collected for a study.
  let collects: Bool
  /// What the device had before, where its store begins.
  let former: FormerStore?
  /// What the device remembers.
  let memory: HeadMemory
  /// Where the store goes on, where it is not what its device has written.
  let resumption: Resumption?
  /// That it does so, if it does.
  let resumptions: [Record]

  /// The opening of the store of `setup` at the moment `now`; `isAgain` says that this program had it open before.
  init(
    of database: borrowing Database, _ setup: StoreSetup, isAgain: Bool, at now: Moment
  ) throws(Failure) {
    let device = DeviceFolder(setup.device, on: setup.medium)
    let id = try Store.id(in: database)
    let memory = HeadMemory(of: id, by: device)
    let aftermath = try RebuildAftermath(in: setup.directory, database, memory.remembered?.head)
    var resumption = try Failure.inDatabase { () throws(DatabaseError) in
      try memory.resumption(in: database)
    }
    if let seen = memory.remembered?.head, aftermath?.explains(seen) ?? false { resumption = nil }
    let seenIn = memory.remembered?.bootID ?? ""
    (self.memory, self.resumption, self.aftermath) = (memory, resumption, aftermath)
    resumptions = resumption.map { [.historyResumed($0, in: seenIn)] } ?? []
    former = id == nil ? try device.formerStore() : nil
    program = isAgain ? nil : setup.program
    collects = setup.collects
    if isAgain {
      ending = .rowFailed
    } else if aftermath != nil || former != nil {
      ending = .recordLost
    } else {
      ending = try Opening.latestEnding(in: database, now)
    }
  }

  /// Where the store goes on; that the database was made anew, if it was; and that the program starts or goes on at the
  /// moment `now`.
  func records(at now: Moment) -> [Record] {
    let start = program.map { Record.programStarted($0, at: now) } ?? Record(.storeReopened)
    return resumptions + (aftermath?.first ?? []) + [start]
  }

  /// How the latest program to write to the store ended, which tells why a picture has no row.
  ///
  /// What a visit may have recorded does not count: it is no such program.
  private static func latestEnding(
    in database: borrowing Database, _ now: Moment
  ) throws(Failure) -> Adoption {
    try Failure.inDatabase { () throws(DatabaseError) in
      var ending = Adoption.cleanStop
      let sql = "SELECT kind, boot_id FROM records ORDER BY sequence DESC"
      try database.prepare(sql).runWhile { row in
        guard let kind = row.text(0), kind != Record.Kind.programStopped.name else { return false }
        if Record.Kind.visits.contains(where: { $0.name == kind }) { return true }
        ending = row.text(1) == now.bootID ? .crash : .powerCut
        return false
      }
      return ending
    }
  }
}
