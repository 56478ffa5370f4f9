import CSQLite
import Core
import Glibc
import System

/// The care of SQLite's write-ahead log, `exhibit.sqlite-wal`.
///
/// A commit that makes the log longer costs the file system a journal commit, one more flush than a
/// commit that writes over what is there. So the log has its full length from the first photo on.
extension Store {
  /// Room for the transactions between two checkpoints, at 4 to 5 pages of 4 KiB each.
  static let logByteCount = 1_536 * 1024

  /// Empties the log into the database and gives it its full length.
  static func rest(
    _ database: borrowing Database, on medium: any Medium
  ) throws(Failure) {
    _ = try checkpoint(database)
    let path = database.path + "-wal"
    try Failure.at(path) { () throws(SystemError) in try lengthen(path, on: medium) }
  }

  /// Makes durable what memory shows of the log, once something was recorded in the boot of `now`.
  ///
  /// A flush that failed leaves commits there that the medium lacks and that count as written: what is built on them
  /// would not survive a power cut. So all of it is written again as it is, while nobody else may write; until then
  /// the database's end leaves the log alone.
  static func secureLog(
    of database: borrowing Database, on medium: any Medium, at now: Moment
  ) throws(Failure) {
    guard try knows(now, database) else { return database.keepLogAtEnd(false) }
    let path = database.path + "-wal"
    var failure: SystemError?
    try Failure.inDatabase { () throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) in
        do throws(SystemError) { try rewrite(path, on: medium) } catch { failure = error }
      }
    }
    if let failure { throw Failure(failure, at: path) }
    database.keepLogAtEnd(false)
  }

  private static func rewrite(_ path: String, on medium: any Medium) throws(SystemError) {
    let old = try FileDescriptor(opening: path, O_RDONLY)
    let new = try medium.open(path, O_WRONLY, mode: 0)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 16)
    defer { buffer.deallocate() }
    while case let count = try old.read(into: buffer), count > 0 {
      try medium.writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: new)
    }
    try medium.flush(new)
  }

  /// Copies the log into the database file; says whether all of it, so that the log starts anew.
  static func checkpoint(_ database: borrowing Database) throws(Failure) -> Bool {
    try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare("PRAGMA wal_checkpoint(PASSIVE)").first { row in
        row.integer(0) == 0 && row.integer(1) == row.integer(2)
      } ?? false
    }
  }

  /// Copies the log into the database file, and has zeros in its place; says whether nobody was in the way.
  static func emptyLog(
    of database: borrowing Database, on medium: any Medium
  ) throws(Failure) -> Bool {
    let isEmpty = try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").first { $0.integer(0) == 0 } ?? false
    }
    guard isEmpty else { return false }
    let path = database.path + "-wal"
    try Failure.at(path) { () throws(SystemError) in try lengthen(path, on: medium) }
    return true
  }

  /// Appends zeros: SQLite takes what bears no checksum for the end of the log, as it does with what
  /// an older, longer log left there.
  private static func lengthen(_ path: String, on medium: any Medium) throws(SystemError) {
    let descriptor = try medium.open(path, O_WRONLY | O_APPEND, mode: 0)
    var facts = stat()
    try SystemError.check("fstat") { fstat(descriptor.number, &facts) }
    let page = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 16)
    defer { page.deallocate() }
    page.initializeMemory(as: UInt8.self, repeating: 0)
    for _ in stride(from: Int(facts.st_size), to: logByteCount, by: page.count) {
      try medium.writeAll(UnsafeRawBufferPointer(page), to: descriptor)
    }
    try medium.flush(descriptor)
  }
}
