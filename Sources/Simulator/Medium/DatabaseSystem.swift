import CSQLite
import Glibc

/// The SQLite VFS of a forgetful medium: the system's, with the medium between it and whoever opens a database.
///
/// It is registered as long as this value lives. Nobody waits for locks here, because nobody else runs meanwhile.
final class DatabaseSystem {
  private unowned let medium: ForgetfulMedium
  private let vfs: UnsafeMutablePointer<sqlite3_vfs>
  private let methods: UnsafeMutablePointer<sqlite3_io_methods>
  private let name: UnsafeMutablePointer<CChar>

  /// The VFS `name` of `medium`.
  init(of medium: ForgetfulMedium, named text: String) {
    self.medium = medium
    name = strdup(text)
    methods = DatabaseFile.methods()
    vfs = .allocate(capacity: 1)
    vfs.initialize(to: DatabaseSystem.usual.pointee)
    vfs.pointee.zName = UnsafePointer(name)
    vfs.pointee.pNext = nil
    vfs.pointee.szOsFile += DatabaseFile.byteCount
    vfs.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
    vfs.pointee.xSleep = { _, microseconds in microseconds }
    vfs.pointee.xGetLastError = { vfs, _, _ in DatabaseSystem.of(vfs).medium.lastError }
    vfs.pointee.xOpen = { DatabaseSystem.of($0).open($1, $2, $3, $4) }
    vfs.pointee.xDelete = { DatabaseSystem.of($0).delete($1, isDurable: $2 != 0) }
    sqlite3_vfs_register(vfs, 0)
  }

  deinit {
    sqlite3_vfs_unregister(vfs)
    vfs.deallocate()
    methods.deallocate()
    free(name)
  }

  /// The system's own VFS.
  static var usual: UnsafeMutablePointer<sqlite3_vfs> {
    guard let vfs = sqlite3_vfs_find("unix") else { preconditionFailure("SQLite has no VFS") }
    return vfs
  }

  private static func of(_ vfs: UnsafeMutablePointer<sqlite3_vfs>?) -> DatabaseSystem {
    guard let data = vfs?.pointee.pAppData else { preconditionFailure("a VFS without its medium") }
    return Unmanaged.fromOpaque(data).takeUnretainedValue()
  }

  /// Opens the database, journal or log `path`; what has no name is nobody's loss in a power cut.
  private func open(
    _ path: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
    _ outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    guard let file else { return SQLITE_CANTOPEN }
    file.pointee.pMethods = nil
    let text = path.map { String(cString: $0) }
    let isNew = flags & SQLITE_OPEN_CREATE != 0 && text.map { access($0, F_OK) != 0 } ?? false
    guard medium.fault(in: isNew ? .name : .read) == nil else { return SQLITE_CANTOPEN }
    let inner = DatabaseFile.inner(of: file)
    let code = DatabaseSystem.usual.pointee.xOpen(
      DatabaseSystem.usual, path, inner, flags, outFlags)
    guard code == SQLITE_OK else { return code }
    DatabaseFile.begin(
      file, by: methods, medium, text.map { medium.adopt($0) }, text, isNew: isNew)
    return SQLITE_OK
  }

  private func delete(_ path: UnsafePointer<CChar>?, isDurable: Bool) -> Int32 {
    guard let path else { return SQLITE_OK }
    let text = String(cString: path)
    guard access(text, F_OK) == 0 else { return SQLITE_IOERR_DELETE_NOENT }
    guard medium.fault(in: .name) == nil else { return SQLITE_IOERR_DELETE }
    let code = DatabaseSystem.usual.pointee.xDelete(
      DatabaseSystem.usual, path, 0)
    guard code == SQLITE_OK else { return code }
    medium.forgetName(text)
    guard isDurable else { return SQLITE_OK }
    guard medium.fault(in: .flushNames) == nil else { return SQLITE_IOERR_DIR_FSYNC }
    medium.succeed(inFlushOf: MediumNames.folder(of: text))
    return SQLITE_OK
  }
}

// Macros that Swift can't see: SQLITE_IOERR with the number of the call in the second byte
// (<https://sqlite.org/rescode.html>).
let SQLITE_IOERR_READ = SQLITE_IOERR | 1 << 8
let SQLITE_IOERR_WRITE = SQLITE_IOERR | 3 << 8
let SQLITE_IOERR_FSYNC = SQLITE_IOERR | 4 << 8
let SQLITE_IOERR_DIR_FSYNC = SQLITE_IOERR | 5 << 8
let SQLITE_IOERR_TRUNCATE = SQLITE_IOERR | 6 << 8
let SQLITE_IOERR_DELETE = SQLITE_IOERR | 10 << 8
let SQLITE_IOERR_SHMSIZE = SQLITE_IOERR | 19 << 8
let SQLITE_IOERR_SHMLOCK = SQLITE_IOERR | 20 << 8
let SQLITE_IOERR_DELETE_NOENT = SQLITE_IOERR | 23 << 8
