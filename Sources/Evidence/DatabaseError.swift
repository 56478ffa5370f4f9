import CSQLite
import Core
import Glibc
import System

/// A call of SQLite that failed: which file, its extended result code and its own words.
struct DatabaseError: Error {
  let path: String
  /// The extended code (<https://sqlite.org/rescode.html>).
  let code: Int32
  /// The `errno` behind it, 0 if there was none.
  let systemCode: Int32
  let message: String

  /// Whether the commit that failed so may still turn out to have happened after a power cut: all of
  /// it was written, only the flush failed.
  var leavesDoubt: Bool { code == SQLITE_IOERR | (4 << 8) }  // SQLITE_IOERR_FSYNC, a macro
}

extension Failure {
  /// The failure of a database in a sentence that names its file and what to do.
  init(_ error: DatabaseError) {
    let system = SystemError(call: "sqlite3", code: error.systemCode)
    switch error.code & 0xFF {
    case SQLITE_FULL: self.init(.store, Phrase(.storeFull, error.path))
    case SQLITE_READONLY: self.init(.store, Phrase(.storeReadOnly, error.path))
    case SQLITE_BUSY, SQLITE_LOCKED: self.init(.store, Phrase(.storeBusy, error.path))
    case SQLITE_CORRUPT, SQLITE_NOTADB:
      self.init(.store, Phrase(.storeDamaged, error.path, error.message))
    case SQLITE_IOERR where system.code != 0, SQLITE_CANTOPEN where system.code != 0:
      self.init(system, at: error.path)
    case SQLITE_IOERR: self.init(.store, Phrase(.storeMediumFailed, error.path, error.message))
    default: self.init(.store, Phrase(.storeFailed, error.path, error.message))
    }
  }

  /// The failure of a call on the file or folder `path`, in a sentence that says what to do.
  init(_ error: SystemError, at path: String) {
    let phrase =
      switch error.code {
      case ENOSPC, EDQUOT: Phrase(.storeFull, path)
      case EROFS: Phrase(.storeReadOnly, path)
      case EIO, ENXIO, EUCLEAN: Phrase(.storeMediumFailed, path, error.reason)
      case EACCES, EPERM: Phrase(.storeDenied, path, error.reason)
      default: Phrase(.storeFailed, path, error.reason)
      }
    self.init(.store, phrase, cause: error)
  }

  /// Runs `body`; what fails in it failed at `path`.
  static func at<Result: ~Copyable>(
    _ path: String, _ body: () throws(SystemError) -> Result
  ) throws(Failure) -> Result {
    do throws(SystemError) { return try body() } catch { throw Failure(error, at: path) }
  }

  /// Runs `body`; what fails in it failed in the database.
  static func inDatabase<Result: ~Copyable>(
    _ body: () throws(DatabaseError) -> Result
  ) throws(Failure) -> Result {
    do throws(DatabaseError) { return try body() } catch { throw Failure(error) }
  }
}
