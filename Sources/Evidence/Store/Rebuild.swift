import CSQLite
import Core
import Glibc
import System

/// The making of a database anew from the records of the one that is there, however damaged it is otherwise.
///
/// The old files are kept beside it. What the records don't reach is in the evidence folder still: the next
/// start takes it over.
package struct Rebuild {
  /// How many records were read.
  package private(set) var recordCount = 0
  /// Why no more of them could be, if something was in the way.
  package private(set) var obstacle: Phrase?
  /// Where the old database is now, relative to the store.
  package private(set) var oldFile = ""

  private let directory: String
  private let medium: any Medium

  /// Rebuilds the database of the store in `directory`, to which nobody may be writing.
  ///
  /// Blocks for as long as reading and writing all records takes. A power cut leaves the old database, or
  /// what the next call finishes.
  package init(
    _ directory: String, on medium: any Medium = SystemMedium()
  ) throws(Failure) {
    self.directory = directory
    self.medium = medium
    let lock = try FolderLock(directory)
    try checkPlaces()
    if access(path, F_OK) == 0 {
      try makeNew()
      oldFile = try freshName()
      try exchange(with: oldFile)
    } else {
      guard access(new, F_OK) == 0 else { throw Failure(.store, .storeMissing(directory)) }
      try exchange(with: try interruptedName())
    }
    _ = consume lock
  }

  /// The file that tells the next start of it, which records it.
  static func mark(in directory: String) -> String { "\(directory)/rebuilt" }

  private func checkPlaces() throws(Failure) {
    try OwnPlace.checkForWriting(directory)
    try OwnPlace(path: Rebuild.mark(in: directory)).requireEmptyFile()
    for suffix in ["", "-journal"] { try OwnPlace(path: new + suffix).requireFile() }
  }

  private var path: String { Archive.database(in: directory) }
  private var new: String { "\(directory)/rebuilt.sqlite" }

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
    try Failure.at(new) { () throws(SystemError) in
      // What an earlier call left may be of another day.
      for suffix in ["", "-journal"] { try remove(new + suffix) }
      // SQLite would make it readable for everybody.
      _ = try medium.open(new, O_RDWR | O_CREAT | O_EXCL, mode: 0o640)
    }
    do throws(DatabaseError) {
      let target = try Database(opening: new, SQLITE_OPEN_READWRITE, vfs: medium.databaseVFS)
      try Schema.migrate(target)
      try target.execute("PRAGMA synchronous = FULL")
      try target.begin()
      try copy(to: target)
      try target.commit()
    } catch {
      throw Failure(error)
    }
  }

  private mutating func copy(to target: borrowing Database) throws(DatabaseError) {
    let writer = try RecordWriter(to: target)
    do throws(DatabaseError) {
      let source = try Database(opening: path, SQLITE_OPEN_READONLY, vfs: medium.databaseVFS)
      if let stranger = try SchemaCheck.stranger(in: source, 0) {
        return obstacle = .storeDamaged(path, stranger)
      }
      let statement = try source.prepare(
        "SELECT \(WrittenRecord.columns), hash, signature FROM records ORDER BY sequence")
      let texts = try ToldTexts(in: source)
      let end = try Rebuild.lastSound(by: statement)
      try statement.run { row throws(DatabaseError) in
        let record = WrittenRecord(row)
        guard obstacle == nil else { return }
        guard record.sequence <= end else { return obstacle = .recordChanged(path, end + 1) }
        guard record.isKnown, record.sequence == recordCount + 1 else {
          return obstacle = .recordUnknown(path, record.sequence, record.kind, record.version)
        }
        do throws(DatabaseError) {
          try writer.write(
            record, row.text(8) ?? "", row.text(9), with: try texts.texts(of: record), in: target)
        } catch {
          return obstacle = Failure(error).phrase
        }
        recordCount += 1
      }
    } catch {
      obstacle = Failure(error).phrase
    }
  }

  /// The latest record that is what its hash says; one before it that is not shows that it was changed, and
  /// stays.
  private static func lastSound(by statement: borrowing Statement) throws(DatabaseError) -> Int {
    var (end, previous) = (0, Chain.beginning)
    do throws(DatabaseError) {
      try statement.run { row in
        let (record, hash) = (WrittenRecord(row), row.text(8) ?? "")
        if Chain.hash(of: record, after: previous) == hash { end = record.sequence }
        previous = hash
      }
    } catch {
      // What comes after is out of reach; `copy` meets it again and says so.
    }
    return end
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
      _ = try medium.open(Rebuild.mark(in: directory), O_WRONLY | O_CREAT, mode: 0o640)
      try medium.flushFolder(directory)
      try medium.rename(new, to: path)
      try medium.flushFolder(directory)
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

/// Writes records as they were written before, and makes the other tables follow.
struct RecordWriter: ~Copyable {
  private let append, appendText, eraseTexts: Statement
  private let sums: Sums

  init(to database: borrowing Database) throws(DatabaseError) {
    let append = try database.prepare(Ledger.appendRecord)
    let appendText = try database.prepare(ToldText.append)
    let eraseTexts = try database.prepare(Record.Kind.eraseTexts)
    let sums = try Sums(of: database)
    self.append = append
    self.appendText = appendText
    self.eraseTexts = eraseTexts
    self.sums = sums
  }

  /// Writes `record`, and those of `texts` that it tells.
  func write(
    _ record: WrittenRecord, _ hash: String, _ signature: String?, with texts: [ToldText],
    in database: borrowing Database
  ) throws(DatabaseError) {
    try append.run(record, hash, signature)
    for text in texts where record.tells(text) { try appendText.run(text) }
    if record.kind == Record.Kind.textRedacted.name {
      try eraseTexts.run(.integer(record.sequence))
    }
    try sums.apply(record, texts, in: database)
  }
}

extension Phrase {
  static func recordChanged(_ path: String, _ sequence: Int) -> Phrase {
    Phrase("store.recordChanged", "Record {2} of {1} is not what its hash says.", path, sequence)
  }
}
