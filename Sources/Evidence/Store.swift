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
  /// What start-up took over or removed.
  package let recovery: Recovery
  /// The number that the next piece gets.
  private(set) var nextNumber: Int
  /// The files of the pieces.
  var folder: EvidenceFolder
  private let ledger: Ledger
  private var identifiers: Identifiers
  /// The number of the thing that new pieces belong to.
  private var thing: Int
  /// Transactions in the write-ahead log since it was last used from its start.
  private var logged = 0
  private let lock: FolderLock

  /// After how many transactions the log is worth the flushes of a checkpoint.
  static let checkpointAfter = 64
  /// After how many a photo waits for the checkpoint, because nobody called it in time.
  static let checkpointAtLatestAfter = 4 * checkpointAfter

  /// Makes a file or folder durable; by fsync(2), because a new name is no data to fdatasync(2).
  package static func fsync(_ descriptor: Int32) -> Int32 { Glibc.fsync(descriptor) }

  /// Opens the store in `directory` for writing, and makes it first where it is missing; the folder
  /// that it is to be in must exist.
  ///
  /// The database is checked and its schema brought up to date; then what a power cut left half done
  /// is taken over or removed, which `recovery` tells. Nothing else is ever deleted.
  ///
  /// - Parameters:
  ///   - now: the time of what start-up records; the store never asks a clock.
  ///   - flush: makes a file or folder durable, as fsync(2) does; a simulation puts a medium here
  ///     that fails.
  package init(
    directory: String, at now: Moment, flush: @escaping (Int32) -> Int32 = Store.fsync
  ) throws(Failure) {
    let folder = EvidenceFolder(root: directory, flush: flush)
    try folder.prepare()
    let lock = try FolderLock(directory)
    let database = try Store.openDatabase(in: directory)
    let ledger = try Failure.inDatabase { () throws(DatabaseError) in try Ledger(on: database) }
    var identifiers = Identifiers(boot: try Store.ordinal(ofBoot: now.bootID, in: database))
    try Store.begin(database, ledger, &identifiers, at: now)
    let archive = Archive(reading: database)
    let thing = try archive.currentThing().number
    let recovery = try Recovery(folder, archive.database, ledger, &identifiers, thing, at: now)
    let nextNumber = try Store.numberAfterAll(in: archive, recovery)
    try folder.prepare(for: nextNumber)
    try Store.rest(archive.database)
    Digest.prepare()

    self.archive = archive
    self.recovery = recovery
    self.nextNumber = nextNumber
    self.folder = folder
    self.ledger = ledger
    self.identifiers = identifiers
    self.thing = thing
    self.lock = lock
  }

  /// Makes a photo a piece of evidence: when this returns, its bytes and its row survive a power cut.
  ///
  /// Blocks in three flushes of the disk. `bytes` are a whole JPEG picture, lent for the call. When it
  /// throws there is no such piece and the next photo gets its number, unless only the flush of the
  /// row failed: then nobody knows, its number is spent, and the next start settles it.
  package mutating func insert(
    jpeg bytes: UnsafeRawBufferPointer, of photo: PhotoFacts
  ) throws(Failure) -> StoredPiece {
    if logged >= Store.checkpointAtLatestAfter { try checkpoint() }
    let piece = try write(bytes, takenAt: photo.taken.instant)
    try commit(.photoStored(piece, of: photo, thing: thing), for: piece)
    folder.pointLatest(at: piece.number)
    return piece
  }

  /// Adds a thing, to which new pieces belong from now on; blocks in a flush of the disk.
  package mutating func addThing(
    _ title: String, in category: String, at now: Moment
  ) throws(Failure) {
    let id = try identifiers.next(at: now.instant)
    let number = try archive.thingCount() + 1
    try Failure.inDatabase { () throws(DatabaseError) in
      try archive.database.transaction { () throws(DatabaseError) in
        try ledger.append(.thingCreated(id, number, title, in: category, at: now))
      }
    }
    thing = number
    logged += 1
  }

  /// Records `notes` at the moment `now`, all or nothing; blocks in a flush of the disk.
  package mutating func note(_ notes: [Note], at now: Moment) throws(Failure) {
    try Failure.inDatabase { () throws(DatabaseError) in
      try archive.database.transaction { () throws(DatabaseError) in
        for case .gap(let gap) in notes { try ledger.append(.captureGap(gap, at: now)) }
      }
    }
    logged += 1
  }

  /// Whether `checkpoint` is worth its flushes.
  package var isCheckpointDue: Bool { logged >= Store.checkpointAfter }

  /// Moves the write-ahead log into the database file, so that the log is used from its start again
  /// and needn't grow.
  ///
  /// Blocks in about three flushes: call it when it is due and no press is under way. A reader
  /// that is in the middle of a list puts it off; that is no error.
  package mutating func checkpoint() throws(Failure) {
    if try Store.checkpoint(archive.database) { logged = 0 }
  }

  /// The room on the file system of the store.
  package func space() throws(Failure) -> Space {
    try Space(at: folder.root)
  }

  private mutating func write(
    _ bytes: UnsafeRawBufferPointer, takenAt instant: Instant
  ) throws(Failure) -> StoredPiece {
    let number = nextNumber
    let id = try identifiers.next(at: instant)
    do throws(Failure) { try folder.write(bytes, as: number) } catch {
      spendNumberIfTaken()
      throw error
    }
    return StoredPiece(
      id: id, number: number, file: EvidenceFolder.file(number), sha256: Digest.of(bytes),
      byteCount: bytes.count)
  }

  private mutating func commit(_ record: Record, for piece: StoredPiece) throws(Failure) {
    do throws(DatabaseError) {
      try archive.database.transaction { () throws(DatabaseError) in try ledger.append(record) }
    } catch {
      // A row without a file is worse than a file without a row: while in doubt, the file stays.
      if !error.leavesDoubt { _ = folder.remove(piece.number) }
      spendNumberIfTaken()
      throw Failure(error)
    }
    nextNumber += 1
    logged += 1
  }

  /// A number is used again only where nothing is left of its first use.
  private mutating func spendNumberIfTaken() {
    if folder.holds(nextNumber) { nextNumber += 1 }
  }
}
