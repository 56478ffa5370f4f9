import Core
import Glibc
import System

/// What files of a store may still have of texts that are gone from its tables: the database's log, and databases that
/// were set aside because they were damaged.
struct Remnants {
  /// Whether the log may have some.
  fileprivate var areInLog: Bool
  /// Whether a database that was set aside may.
  fileprivate var areInFiles: Bool
  /// How much of the first such file is written over.
  fileprivate var overwritten = 0
  /// Why that could not go on, once people were told.
  private var problem: Phrase?

  /// Those of the store in `database`, just opened: nobody knows how far an earlier program came.
  ///
  /// What was set aside after the latest redaction was made anew of a database that had lost those texts.
  init(in database: borrowing Database) throws(DatabaseError) {
    let latest = try database.integer("SELECT ifnull(max(redacted), 0) FROM redactions")
    let rebuilds = """
      SELECT count(*) FROM records WHERE sequence > \(latest) AND kind = '\(Record.Kind.storeRebuilt.name)'
      """
    areInLog = latest > 0
    areInFiles = latest > 0 ? try database.integer(rebuilds) == 0 : false
  }

  /// Whether any file may have some.
  var areThere: Bool { areInLog || areInFiles }

  /// Goes on with it, in the database `database` of `folder`; blocks in flushes.
  ///
  /// What can't be done is no fault of the store: it is tried again.
  ///
  /// - Returns: why it can't, told once.
  mutating func goOn(in database: borrowing Database, of folder: EvidenceFolder) -> Phrase? {
    guard areThere else { return nil }
    do throws(Failure) {
      try remove(of: database, in: folder)
      problem = nil
      return nil
    } catch {
      defer { problem = error.phrase }
      return problem == error.phrase ? nil : error.phrase
    }
  }

  /// Texts have just gone.
  mutating func arise() { (areInLog, areInFiles, overwritten) = (true, true, 0) }
}

extension Remnants {
  /// So many bytes are written over at once, so that no press waits for long.
  private static let mostOverwritten = 4 << 20

  /// Writes over some of what the files of `folder` have, of which `database` is the open one, and removes a file once all
  /// of it is; blocks in flushes.
  ///
  /// Whoever is in the middle of reading has the log stay; it is no error, and tried again.
  private mutating func remove(
    of database: borrowing Database, in folder: EvidenceFolder
  ) throws(Failure) {
    if areInLog, try Store.emptyLog(of: database, on: folder.medium) { areInLog = false }
    guard areInFiles else { return }
    guard let name = try Remnants.setAside(in: folder).first else { return areInFiles = false }
    try Failure.at("\(folder.root)/\(name)") { () throws(SystemError) in
      try overwrite(name, in: folder)
    }
  }

  /// Databases beside that of the store, with what belongs to them: those that were set aside, and what a cut left of
  /// making one.
  private static func setAside(in folder: EvidenceFolder) throws(Failure) -> [String] {
    try Failure.at(folder.root) { () throws(SystemError) in
      try folder.medium.names(in: folder.root)
    }.filter { name in
      let isOne =
        Rebuild.number(of: name) != nil
        || ["rebuilt.sqlite", "rebuilt.jsonl", "reset.sqlite"].contains(where: name.hasPrefix)
      // A folder or a link of that name is somebody's own.
      return isOne && folder.isPlainFile(name)
    }
  }

  private mutating func overwrite(
    _ name: String, in folder: EvidenceFolder
  ) throws(SystemError) {
    let path = "\(folder.root)/\(name)"
    let file = try folder.medium.open(path, O_WRONLY | O_NOFOLLOW, mode: 0)
    let descriptor = file.number
    var facts = stat()
    try SystemError.check("fstat") { fstat(descriptor, &facts) }
    lseek(descriptor, overwritten, SEEK_SET)
    let count = min(Remnants.mostOverwritten, max(0, Int(facts.st_size) - overwritten))
    try folder.medium.writeAll([UInt8](repeating: 0, count: count), to: file)
    try folder.medium.flush(file)
    overwritten += count
    guard overwritten >= Int(facts.st_size) else { return }
    try folder.medium.unlink(path)
    try folder.medium.flushFolder(folder.root)
    overwritten = 0
  }
}
