import CSQLite
import Core
import Glibc
import System

/// The making of a database anew from the records of the one that is there, however damaged it is otherwise, and of
/// exports that have what it lacks.
///
/// The old files are kept beside it. What the records don't reach is in the evidence folder still: the next
/// start takes it over.
package struct Rebuild {
  /// How many records were read.
  package private(set) var recordCount = 0
  /// How many of them came from exports.
  package private(set) var broughtCount = 0
  /// Why no more of them could be, if something was in the way.
  package private(set) var obstacle: Phrase?
  /// How many texts of them are nowhere.
  package private(set) var lostTextCount = 0
  /// How many records can be read behind those that are lost.
  package private(set) var keptCount = 0
  /// Where the old database is now, relative to the store.
  package private(set) var oldFile = ""
  /// What is lost, if something is.
  private(set) var lost: LostRecords?

  private let directory: String
  private let exports: [String]
  private let medium: any Medium

  /// Rebuilds the database of the store in `directory`, to which nobody may be writing; what it lacks comes from the
  /// folders `exports`, as far as they join it.
  ///
  /// Blocks for as long as reading and writing all records takes. A power cut leaves the old database, or
  /// what the next call finishes.
  package init(
    _ directory: String, from exports: [String] = [], on medium: any Medium = SystemMedium()
  ) throws(Failure) {
    self.directory = directory
    self.exports = exports
    self.medium = medium
    let lock = try FolderLock(directory)
    try checkPlaces()
    if access(path, F_OK) == 0 {
      try makeNew()
      oldFile = try freshName()
      try exchange(with: oldFile)
    } else {
      guard access(new, F_OK) == 0 else { throw Failure.noStore(in: directory) }
      try exchange(with: try interruptedName())
    }
    _ = consume lock
  }

  /// The numbers of the records that are lost, in figures; nil where none is.
  package var lostNumbers: String? { lost?.figures }

  private func checkPlaces() throws(Failure) {
    try OwnPlace.checkForWriting(directory)
    try RebuiltMark.check(directory)
    for name in Rebuild.ownNames { try OwnPlace(path: "\(directory)/\(name)").requireFile() }
  }

  /// What only a rebuild that is under way has.
  private static let ownNames = [
    "rebuilt.sqlite", "rebuilt.sqlite-journal", "rebuilt.jsonl", "rebuilt.new",
  ]

  private var path: String { Archive.database(in: directory) }
  private var new: String { "\(directory)/rebuilt.sqlite" }
  private var nextMark: String { "\(directory)/rebuilt.new" }

  /// The database that has most: one that was set aside, where nothing was recorded since and something was lost then.
  private func databaseToRead() throws(Failure) -> String {
    let latest = "\(directory)/\(Rebuild.oldName(try latestOld()))"
    guard let lost = RebuiltMark(in: directory)?.lost, access(latest, F_OK) == 0,
      // One that can't be read has been damaged once more.
      let head = try? Archive(directory: directory).head(), head.sequence == lost.first - 1
    else { return path }
    return latest
  }

  /// The name that the old database gets, after all that something has already.
  private func freshName() throws(Failure) -> String { Rebuild.oldName(try latestOld() + 1) }

  /// The name that it got before a power cut: the latest.
  ///
  /// One that has its log already belongs to an older database, or nothing is left to be set aside.
  private func interruptedName() throws(Failure) -> String {
    let latest = try latestOld()
    let name = Rebuild.oldName(latest)
    let isOurs = latest > 0 && access("\(directory)/\(name)-wal", F_OK) != 0
    return isOurs ? name : Rebuild.oldName(latest + 1)
  }

  /// The highest number of what was set aside and is still there, 0 for none; others may be gone.
  private func latestOld() throws(Failure) -> Int {
    let names = try Failure.at(directory) { () throws(SystemError) in
      try medium.names(in: directory)
    }
    return names.compactMap(Rebuild.number(of:)).max() ?? 0
  }

  private static func oldName(_ number: Int) -> String { "damaged-\(number).sqlite" }

  /// The number of the old database that `name` belongs to, as the database or its log; nil where it is neither.
  static func number(of name: String) -> Int? {
    let digits = name.dropFirst("damaged-".count).prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), number <= Int32.max, name.hasPrefix(oldName(number)) else {
      return nil
    }
    return number
  }

  private mutating func makeNew() throws(Failure) {
    let sources = try exports.map { folder throws(Failure) in try RecordSource(in: folder) }
    try Failure.at(new) { () throws(SystemError) in
      // What an earlier call left may be of another day.
      for name in Rebuild.ownNames { try remove("\(directory)/\(name)") }
      // SQLite would make it readable for everybody.
      _ = try medium.open(new, O_RDWR | O_CREAT | O_EXCL, mode: 0o640)
    }
    let readPath = try databaseToRead()
    let (old, unreadable) = try OldDatabase.open(readPath, on: medium)
    let copy = try copy(old, sources, unreadable)
    (recordCount, obstacle, lost) = (copy.head.sequence, copy.obstacle, copy.lost)
    broughtCount = copy.broughtCount
    var remains: Remains?
    if let old, lost != nil, recordCount > 0, !copy.isStopped {
      remains = try Remains(of: copy, old, in: directory, on: medium)
    }
    lostTextCount = copy.goneTexts.count
    keptCount = remains?.kept == nil ? 0 : remains?.count ?? 0
    // What an earlier one has left is still to be done.
    let hasMore = readPath == path && lost == nil && RebuiltMark(in: directory)?.lost != nil
    if !hasMore { try write(RebuiltMark(lost: lost, kept: remains?.kept), remains?.texts ?? []) }
  }

  private func copy(
    _ old: OldDatabase?, _ sources: [RecordSource], _ unreadable: Phrase?
  ) throws(Failure) -> RebuildCopy {
    let target = try Failure.inDatabase { () throws(DatabaseError) in
      let target = try Database(opening: new, SQLITE_OPEN_READWRITE, vfs: medium.databaseVFS)
      try Schema.migrate(target)
      // A text that a record says is gone is not to lie between the others.
      try target.execute("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
      try target.begin()
      return target
    }
    let copy = try RebuildCopy(of: path, old, sources, unreadable: unreadable, to: target)
    try Failure.inDatabase { () throws(DatabaseError) in try target.commit() }
    return copy
  }

  /// Leaves word for the next start; durable when this returns, under a name that nobody looks at yet.
  private func write(_ mark: RebuiltMark, _ texts: [ToldText]) throws(Failure) {
    try Failure.at(nextMark) { () throws(SystemError) in
      let file = try medium.open(nextMark, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o640)
      for line in [mark.line] + texts.map(\.line) {
        try medium.writeAll(Array("\(line)\n".utf8), to: file)
      }
      try medium.flush(file)
      try medium.flushFolder(directory)
    }
  }

  /// Puts the new database in the place of the old one, which is `old` from now on and keeps its log.
  ///
  /// Between the steps there is no database at all rather than one with the other's log; each is durable before
  /// the next, because a power cut would let some of the names change and others not.
  private func exchange(with old: String) throws(Failure) {
    try Failure.at(directory) { () throws(SystemError) in
      try setAside("", as: old)
      try setAside("-wal", as: old)
      try remove(path + "-shm")
      try nameMark()
      try medium.flushFolder(directory)
      try medium.rename(new, to: path)
      try medium.flushFolder(directory)
    }
  }

  private func nameMark() throws(SystemError) {
    do throws(SystemError) {
      try medium.rename(nextMark, to: RebuiltMark.path(in: directory))
    } catch {
      // It has its name since before a power cut, or is of a rebuild that left none.
      guard error.isAbsence else { throw error }
      _ = try medium.open(RebuiltMark.path(in: directory), O_WRONLY | O_CREAT, mode: 0o640)
    }
  }

  private func remove(_ path: String) throws(SystemError) {
    do throws(SystemError) { try medium.unlink(path) } catch {
      guard error.isAbsence else { throw error }
    }
  }

  private func setAside(_ suffix: String, as old: String) throws(SystemError) {
    do throws(SystemError) {
      try medium.rename(path + suffix, to: "\(directory)/\(old)\(suffix)")
    } catch {
      // It was set aside before a power cut, or there was none.
      guard error.isAbsence else { throw error }
    }
    try medium.flushFolder(directory)
  }
}

extension Rebuild {
  /// The names of what it keeps in the store's folder `directory`, relative to that, with the folders that they are in.
  package static func keptNames(in directory: String) -> [String] {
    guard let file = RebuiltMark(in: directory)?.kept?.file.file else { return [] }
    let ends = file.indices.filter { file[$0] == "/" }
    return ends.map { String(file[..<$0]) } + [file]
  }
}
