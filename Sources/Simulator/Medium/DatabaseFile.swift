import CSQLite
import Core
import Glibc

/// An open file of a database on a forgetful medium, as SQLite sees it: a header of ours, then the system's own.
struct DatabaseFile {
  private typealias File = UnsafeMutablePointer<sqlite3_file>?

  /// What SQLite finds first in every file.
  private var base: sqlite3_file
  /// Kept alive until the file is closed.
  private var medium: Unmanaged<ForgetfulMedium>
  /// What is known of it there; nil for a file without a name.
  private var account: Unmanaged<MediumFile>?
  private var path: Unmanaged<Path>?
  /// Whether its name becomes durable with its first flush, as SQLite does with journals and logs.
  private var flushesName: Bool
  /// How often the medium had come back when it was opened.
  private let generation: Int
  /// Whether it is a journal or a log.
  private let isJournal: Bool

  /// Path of a file as SQLite holds it.
  private final class Path {
    let text: String
    init(_ text: String) { self.text = text }
  }

  /// Room for the header, with the system's own part well aligned behind it.
  static let byteCount = Int32((MemoryLayout<DatabaseFile>.size + 15) / 16 * 16)

  /// The system's own part of `file`.
  static func inner(
    of file: UnsafeMutablePointer<sqlite3_file>
  ) -> UnsafeMutablePointer<sqlite3_file> {
    (UnsafeMutableRawPointer(file) + Int(byteCount)).assumingMemoryBound(to: sqlite3_file.self)
  }

  /// Makes the header of `file`, whose inner part is open.
  static func begin(
    _ file: UnsafeMutablePointer<sqlite3_file>, by methods: UnsafePointer<sqlite3_io_methods>,
    _ medium: ForgetfulMedium, _ account: MediumFile?, _ path: String?, isNew: Bool
  ) {
    let isJournal = path.map { $0.hasSuffix("-wal") || $0.hasSuffix("-journal") } ?? false
    UnsafeMutableRawPointer(file).initializeMemory(
      as: DatabaseFile.self,
      to: DatabaseFile(
        base: sqlite3_file(pMethods: methods), medium: .passRetained(medium),
        account: account.map { .passRetained($0) }, path: path.map { .passRetained(Path($0)) },
        flushesName: isNew && isJournal, generation: medium.generation, isJournal: isJournal))
  }

  private static func header(_ file: File) -> UnsafeMutablePointer<DatabaseFile> {
    guard let file else { preconditionFailure("SQLite has lost a file") }
    return UnsafeMutableRawPointer(file).assumingMemoryBound(to: DatabaseFile.self)
  }

  /// The system's way to do things with `file`, and its own part of it.
  private static func usual(_ file: File) -> (
    UnsafeMutablePointer<sqlite3_file>, sqlite3_io_methods
  ) {
    guard let file else { preconditionFailure("SQLite has lost a file") }
    let inner = inner(of: file)
    return (inner, inner.pointee.pMethods.pointee)
  }

  private static func fault(_ file: File, _ call: MediumCall) -> MediumFault? {
    let medium = header(file).pointee.medium.takeUnretainedValue()
    return isLost(file) ? .broken : medium.fault(in: call)
  }

  /// Whether the medium was away since it was opened.
  private static func isLost(_ file: File) -> Bool {
    let header = header(file)
    return header.pointee.generation != header.pointee.medium.takeUnretainedValue().generation
  }

  private static func close(_ file: File) -> Int32 {
    let (inner, methods) = usual(file)
    let code = methods.xClose(inner)
    let header = header(file).move()
    header.medium.release()
    header.account?.release()
    header.path?.release()
    return code
  }

  private static func read(
    _ file: File, _ bytes: UnsafeMutableRawPointer?, _ count: Int32, _ offset: Int64
  ) -> Int32 {
    guard fault(file, .read) == nil else { return SQLITE_IOERR_READ }
    let (inner, methods) = usual(file)
    return methods.xRead(inner, bytes, count, offset)
  }

  private static func write(
    _ file: File, _ bytes: UnsafeRawPointer?, _ count: Int32, _ offset: Int64
  ) -> Int32 {
    let account = header(file).pointee.account?.takeUnretainedValue()
    let medium = header(file).pointee.medium.takeUnretainedValue()
    if isLost(file) { return SQLITE_IOERR_WRITE }
    do throws(SystemError) {
      let written = try medium.room(for: Int(count), at: Int(offset), of: account)
      let (inner, methods) = usual(file)
      let code = methods.xWrite(inner, bytes, Int32(written), offset)
      guard code == SQLITE_OK else { return code }
      if !header(file).pointee.isJournal { medium.pageCount += 1 }
      account?.write(UnsafeRawBufferPointer(start: bytes, count: written), at: Int(offset))
      return written == Int(count) ? SQLITE_OK : SQLITE_FULL
    } catch {
      return error.code == ENOSPC ? SQLITE_FULL : SQLITE_IOERR_WRITE
    }
  }

  private static func truncate(_ file: File, _ byteCount: Int64) -> Int32 {
    guard fault(file, .write) == nil else { return SQLITE_IOERR_TRUNCATE }
    let (inner, methods) = usual(file)
    let code = methods.xTruncate(inner, byteCount)
    guard code == SQLITE_OK else { return code }
    header(file).pointee.account?.takeUnretainedValue().truncate(to: Int(byteCount))
    return SQLITE_OK
  }

  private static func sync(_ file: File, _ flags: Int32) -> Int32 {
    let header = header(file)
    guard let path = header.pointee.path?.takeUnretainedValue().text else { return SQLITE_OK }
    let medium = header.pointee.medium.takeUnretainedValue()
    guard fault(file, .flush) == nil else {
      if !isLost(file) { medium.failFlush(of: path) }
      return SQLITE_IOERR_FSYNC
    }
    medium.succeed(inFlushOf: path)
    if header.pointee.flushesName { medium.succeed(inFlushOf: MediumNames.folder(of: path)) }
    header.pointee.flushesName = false
    return SQLITE_OK
  }

  private static func lockIndex(_ file: File, _ from: Int32, _ count: Int32, _ flags: Int32)
    -> Int32
  {
    let takes = SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE
    if flags & takes == takes, let fault = fault(file, .lock) {
      return fault == .busy ? SQLITE_BUSY : SQLITE_IOERR_SHMLOCK
    }
    let (inner, methods) = usual(file)
    return methods.xShmLock(inner, from, count, flags)
  }

  private static func mapIndex(
    _ file: File, _ region: Int32, _ byteCount: Int32, _ isExtended: Int32,
    _ place: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> Int32 {
    // Of this one SQLite gives no number of the system's.
    guard isExtended == 0 || fault(file, .sharedIndex) == nil else { return SQLITE_IOERR_SHMSIZE }
    let (inner, methods) = usual(file)
    return methods.xShmMap(inner, region, byteCount, isExtended, place)
  }

  /// What SQLite calls; the caller frees it.
  static func methods() -> UnsafeMutablePointer<sqlite3_io_methods> {
    let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    table.initialize(to: sqlite3_io_methods())
    table.pointee.iVersion = 2
    table.pointee.xClose = { DatabaseFile.close($0) }
    table.pointee.xRead = { DatabaseFile.read($0, $1, $2, $3) }
    table.pointee.xWrite = { DatabaseFile.write($0, $1, $2, $3) }
    table.pointee.xTruncate = { DatabaseFile.truncate($0, $1) }
    table.pointee.xSync = { DatabaseFile.sync($0, $1) }
    table.pointee.xShmMap = { DatabaseFile.mapIndex($0, $1, $2, $3, $4) }
    table.pointee.xShmLock = { DatabaseFile.lockIndex($0, $1, $2, $3) }
    passOn(&table.pointee)
    return table
  }

  /// What the medium has no part in.
  private static func passOn(_ table: inout sqlite3_io_methods) {
    table.xFileSize = { file, size in
      DatabaseFile.usual(file).1.xFileSize(DatabaseFile.usual(file).0, size)
    }
    table.xLock = { file, level in
      DatabaseFile.usual(file).1.xLock(DatabaseFile.usual(file).0, level)
    }
    table.xUnlock = { file, level in
      DatabaseFile.usual(file).1.xUnlock(DatabaseFile.usual(file).0, level)
    }
    table.xCheckReservedLock = {
      DatabaseFile.usual($0).1.xCheckReservedLock(DatabaseFile.usual($0).0, $1)
    }
    table.xFileControl = { DatabaseFile.usual($0).1.xFileControl(DatabaseFile.usual($0).0, $1, $2) }
    table.xSectorSize = { DatabaseFile.usual($0).1.xSectorSize(DatabaseFile.usual($0).0) }
    table.xDeviceCharacteristics = {
      DatabaseFile.usual($0).1.xDeviceCharacteristics(DatabaseFile.usual($0).0)
    }
    table.xShmBarrier = { DatabaseFile.usual($0).1.xShmBarrier(DatabaseFile.usual($0).0) }
    table.xShmUnmap = { DatabaseFile.usual($0).1.xShmUnmap(DatabaseFile.usual($0).0, $1) }
  }
}
