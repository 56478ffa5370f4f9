import Core
import Glibc
import System

/// The store of evidence: a folder with the files of the pieces and the database that vouches for them.
///
/// One value at a time, in one program at a time, writes to a store; others read it by `Archive`.
/// Every call may block in a flush of the disk.
package struct Store: ~Copyable {
  /// What the store holds, through the writer's own connection.
  package let archive: Archive
  /// What its records and files tell of each other, as far as they were compared.
  var survey: Survey
  /// The latest record.
  package private(set) var head: Head
  /// The number that the next piece gets.
  var nextNumber: Int
  /// Number of the newest piece when the store was opened, 0 for none.
  let newestAtStart: Int
  /// Why a picture that is newer than all rows has none.
  let ending: Adoption
  /// What was written of which nobody knows whether the medium has it.
  package internal(set) var doubts: Doubts
  /// The files of the pieces.
  var folder: EvidenceFolder
  /// Signs what the device does.
  let key: DeviceKey
  var identifiers: Identifiers
  /// The thing that new pieces belong to.
  var thing: Thing
  let check: (UnsafeRawBufferPointer) -> PictureSize?
  let measure: (UnsafeRawBufferPointer) -> PictureSize?
  let storeID: String
  private let ledger: Ledger
  /// The camera that was recorded last since the store was opened, and the sequence of that record.
  // Spelled out because `?` would have it set before all others, on which Swift 6.0.3 breaks off.
  private var camera: Optional<(mode: CameraMode, record: Int)>
  /// Memory that its device has of the head.
  var memory: HeadMemory
  /// What people should hear of folders that were passed.
  var unheard: [Phrase]
  /// Finding of this opening where the store is not what its device has written.
  let resumption: Optional<Resumption>
  /// What its device has kept of the latest comparison with the records.
  let comparison: Optional<Comparison>
  /// Whether the store is open for a command's own records alone.
  private let isVisit: Bool
  /// When the latest record was made.
  private var recordedAt: Instant
  /// The store's facts; nil: read them.
  var summary: Optional<StoreSummary>
  /// The checklist of the piece that came back last.
  var followed: Optional<FollowedList>
  /// What files may still have of texts that are gone.
  var remnants: Remnants
  /// Transactions in the write-ahead log since it was last used from its start.
  private var logged = 0
  /// Numbers of the files that have become pieces and that nobody has heard of yet.
  var adopted: [Int]
  /// The clip that is being written, if one is.
  var clipFile: Optional<ClipFile>
  /// The clip whose file is durable, while its record waits for a lock to go.
  var waitingClip: Optional<WaitingClip>
  /// The file of a clip that is being looked through, because nobody finished it.
  var examination: Optional<ClipExamination>
  /// Files and folders that could not be read since the store was opened, relative to it; some may lack their row.
  var unread: [String]
  /// What a rebuild has left for the survey; nil: nothing.
  var aftermath: Optional<RebuildAftermath>
  private let lock: FolderLock

  /// After how many transactions the log is worth the flushes of a checkpoint.
  static let checkpointAfter = 64
  /// After how many a photo waits for the checkpoint, because nobody called it in time.
  static let checkpointAtLatestAfter = 4 * checkpointAfter

  /// Opens the store of `setup` for writing, and makes it first where it is missing, and the device's key;
  /// the folders that both are to be in must exist.
  ///
  /// When this returns the store has proved that it can be written: `program.started`, or `store.reopened`
  /// if this program wrote to it before, is durable. Nothing is ever deleted. What database and files don't
  /// agree on is found by `survey`.
  ///
  /// - Parameters:
  ///   - now: the time of what is recorded; the store never asks a clock.
  ///   - doubts: what this program doesn't know of photos that it wrote before; nil if it wrote none.
  package init(
    _ setup: StoreSetup, at now: Moment, reopenedWith doubts: Doubts? = nil
  ) throws(Failure) {
    let device = DeviceFolder(setup.device, on: setup.medium)
    let folder = EvidenceFolder(root: setup.directory, medium: setup.medium)
    let lock = try Store.place(of: setup, folder, device)
    // A device's folder may lie in the store's, as a demo's does; two programs must not make two keys.
    let stored = try Store.key(of: setup, device)
    let database = try Store.openDatabase(in: setup.directory, on: setup.medium, at: now)
    try Store.secureLog(of: database, on: setup.medium, at: now)
    let key = try Store.settleKey(stored, of: device, by: database)
    let opening = try Opening(of: database, setup, isAgain: doubts != nil, at: now)
    var identifiers = Identifiers(boot: try Store.ordinal(ofBoot: now.bootID, in: database))
    let ledger = try Store.ledger(on: database, signing: key)
    let head = try Store.record(
      opening, of: setup, in: database, ledger, key, &identifiers, at: now)
    let archive = Archive(reading: database)
    let storeID = try archive.storeID()
    var memory = opening.memory
    let aftermath = opening.aftermath
    aftermath?.settle(head, of: storeID, by: &memory, in: now.bootID, setup)
    if !setup.isVisit { try device.adopt(store: storeID) }
    let thing = try archive.currentThing()
    let newest = try archive.newestNumber()
    let thousands = try archive.thousands()
    let nextNumber = try Store.numberAfterAll(in: archive, folder)
    var remnants = try Failure.inDatabase { () throws(DatabaseError) in
      try Remnants(in: archive.database)
    }
    try folder.prepare(for: nextNumber)
    try Store.rest(archive.database, on: setup.medium)
    let problem = remnants.goOn(in: archive.database, of: folder)

    self.archive = archive
    self.survey = Survey(of: folder, below: nextNumber, withRowsIn: thousands)
    self.nextNumber = nextNumber
    self.newestAtStart = newest
    self.doubts = doubts ?? Doubts()
    self.ending = opening.ending
    self.folder = folder
    self.key = key
    self.identifiers = identifiers
    self.thing = thing
    self.check = setup.check
    self.measure = setup.measure
    self.storeID = storeID
    self.ledger = ledger
    self.head = head
    self.memory = memory
    self.aftermath = aftermath
    self.unheard = [problem].compactMap { $0 }
    self.resumption = opening.resumption
    self.comparison = device.comparison(of: storeID)
    self.isVisit = setup.isVisit
    self.recordedAt = now.instant
    self.camera = nil
    self.summary = nil
    self.followed = nil
    self.adopted = []
    self.unread = []
    self.clipFile = nil
    self.waitingClip = nil
    self.examination = nil
    self.remnants = remnants
    self.lock = lock
  }

  /// The device that signs.
  package var device: PublicKey { key.publicKey }

  /// Makes the bytes of a photo durable, under the number that it is to have and with all that is known of it.
  ///
  /// Blocks in two flushes of the disk, in one more where its camera is another than before, and in one more for each
  /// file beside its own. `bytes` are a whole JPEG picture, lent for the call. When it throws there is no such photo; if
  /// a flush failed nobody knows what the medium has, and the survey finds it out.
  package mutating func write(
    jpeg bytes: UnsafeRawBufferPointer, with crop: PictureCrop? = nil,
    _ glyphs: PictureGlyphs? = nil, of photo: PhotoFacts, at now: Moment
  ) throws(Failure) -> WrittenPhoto {
    try checkpointAtLatest()
    try passTakenNumbers(at: now)
    let camera = try record(of: photo.shot.camera, at: now)
    let piece = StoredPiece(
      id: try identifiers.next(at: photo.taken.instant), number: nextNumber,
      file: EvidenceFolder.file(nextNumber), sha256: Digest.of(bytes), byteCount: bytes.count,
      crop: crop.map { StoredCrop($0, of: nextNumber) },
      glyphs: glyphs.map { StoredGlyphs($0, of: nextNumber) })
    let members = Record.photoStored(
      piece, of: photo, thing: try thing(of: photo.shot.thing).id, camera: camera, identifiers)
    let facts = CanonicalJSON(.object(members + [("store", .string(storeID))]))
    do throws(Failure) {
      try folder.write(
        bytes, Store.companions(crop, glyphs), as: piece.number,
        with: FileFacts(facts, signedBy: key))
    } catch {
      if folder.holds(nextNumber) { doubt(nextNumber) }
      throw error
    }
    nextNumber += 1
    return WrittenPhoto(piece: piece, record: Record(.photoStored, members))
  }

  /// The thing of a capture, which began when that of this number was the current one; that may be gone, or unknown.
  func thing(of number: Int?) throws(Failure) -> Thing {
    guard let number, number != thing.number else { return thing }
    return try archive.presentThing(numbered: number) ?? thing
  }

  private static func companions(
    _ crop: PictureCrop?, _ glyphs: PictureGlyphs?
  ) -> [Companion: [UInt8]] {
    var files: [Companion: [UInt8]] = [:]
    files[.crop] = crop?.jpeg
    (files[.text], files[.ansi]) = (glyphs?.text, glyphs?.ansi)
    return files
  }

  /// Makes a photo whose bytes are durable a piece of evidence: when this returns it survives a power cut.
  ///
  /// Blocks in a flush. When it throws, the file stays and its number is spent. A failure of the kind
  /// `storeLocked` can be tried again; after any other nobody knows whether the photo is stored, and the
  /// survey finds it out.
  package mutating func insert(
    _ photo: WrittenPhoto, at now: Moment
  ) throws(Failure) -> StoredPiece {
    do throws(Failure) {
      try append([photo.record], at: now)
    } catch {
      if error.kind != .storeLocked { doubt(photo.piece.number) }
      throw error
    }
    if photo.record.kind == .photoStored { folder.pointLatest(at: photo.piece.file) }
    return photo.piece
  }

  /// Nobody will try to insert `photo` again: the survey finds out what becomes of it.
  package mutating func giveUp(_ photo: WrittenPhoto) {
    doubt(photo.piece.number)
  }

  /// Records `notes` at the moment `now`, all or none; blocks in a flush of the disk.
  package mutating func note(_ notes: [Note], at now: Moment) throws(Failure) {
    let identifiers = identifiers
    let records = notes.map { Record($0, identifiers, at: now) }
    let first = doubts.notesAfter ?? head.sequence
    do throws(Failure) {
      // A commit that seemed to fail may have come through all the same.
      try append(try archive.lacking(records, after: first), at: now)
      doubts.notesAfter = nil
    } catch {
      if error.kind != .storeLocked { doubts.notesAfter = first }
      throw error
    }
    if case .programStopped? = notes.last { rememberHead(at: now) }
  }

  /// From when on the device is to remember the latest record; nil where it does.
  var rememberAt: Instant? { memory.lacks(head) ? recordedAt + HeadMemory.rest : nil }

  /// Has the device remember the latest record at the moment `now`, beside its key; blocks in two flushes.
  ///
  /// What a visit found is for the program that usually writes to the store to find and tell too.
  package mutating func rememberHead(at now: Moment) {
    if isVisit, resumption != nil { return }
    if memory.lacks(head) { memory.remember(head, of: storeID, in: now.bootID) }
  }

  /// Appends `records` at the moment `now`, in one transaction.
  mutating func append(_ records: [Record], at now: Moment) throws(Failure) {
    if records.isEmpty { return }
    let commit = try commit(records, at: now)
    // What came in between was a commit that seemed to fail.
    summary = commit.previous == head ? summary?.after(commit) : nil
    head = commit.head
    recordedAt = now.instant
    logged += 1
  }

  private mutating func commit(_ records: [Record], at now: Moment) throws(Failure) -> Commit {
    do throws(Failure) {
      return try Store.append(records, to: archive.database, ledger, at: now)
    } catch {
      if error.kind != .storeLocked { summary = nil }
      throw error
    }
  }

  /// One more transaction is in the log.
  mutating func countTransaction() { logged += 1 }

  /// Whether `checkpoint` is worth its flushes.
  package var isCheckpointDue: Bool { logged >= Store.checkpointAfter || remnants.areThere }

  /// Moves the write-ahead log into the database file, so that the log is used from its start again
  /// and needn't grow.
  ///
  /// Blocks in about three flushes: call it when it is due and no press is under way. A reader
  /// that is in the middle of a list puts it off; that is no error.
  ///
  /// And writes over what files have of texts that are gone.
  package mutating func checkpoint() throws(Failure) {
    unheard += [remnants.goOn(in: archive.database, of: folder)].compactMap { $0 }
    if try Store.checkpoint(archive.database) { logged = 0 }
  }

  /// Checkpoints where nobody called `checkpoint` for long.
  mutating func checkpointAtLatest() throws(Failure) {
    if logged >= Store.checkpointAtLatestAfter { try checkpoint() }
  }

  /// The room on the file system of the store.
  package func space() throws(Failure) -> Space {
    try Space(at: folder.root)
  }

  /// The sequence of the record of `camera`, which is made where the one before was another.
  mutating func record(of camera: CameraMode?, at now: Moment) throws(Failure) -> Int? {
    guard let camera else { return nil }
    if let known = self.camera, known.mode == camera { return known.record }
    try append([.cameraOpened(camera)], at: now)
    self.camera = (camera, head.sequence)
    return head.sequence
  }

  mutating func doubt(_ number: Int) {
    doubts.numbers.insert(number)
    survey.doubt(number)
    nextNumber = max(nextNumber, number + 1)
  }
}

extension StoredCrop {
  /// `crop` as the store writes it for piece `number`.
  init(_ crop: PictureCrop, of number: Int) {
    self.init(
      file: EvidenceFolder.file(number, .crop), sha256: Digest.of(crop.jpeg),
      byteCount: crop.jpeg.count, area: crop.area)
  }
}

extension StoredGlyphs {
  /// `glyphs` as the store writes them for piece `number`.
  init(_ glyphs: PictureGlyphs, of number: Int) {
    func file(_ companion: Companion, _ bytes: [UInt8]) -> StoredFile {
      StoredFile(
        file: EvidenceFolder.file(number, companion), sha256: Digest.of(bytes),
        byteCount: bytes.count)
    }
    self.init(
      text: file(.text, glyphs.text), ansi: file(.ansi, glyphs.ansi), columns: glyphs.columns,
      rows: glyphs.rows, style: glyphs.style)
  }
}

/// A photo whose bytes are durable and whose record is not.
package struct WrittenPhoto {
  /// What it will be.
  package let piece: StoredPiece
  let record: Record
}
