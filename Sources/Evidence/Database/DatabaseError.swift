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
}

extension Failure {
  /// The failure of a database in a sentence that names its file and what to do.
  init(_ error: DatabaseError) {
    let system = SystemError(call: "sqlite3", code: error.systemCode)
    switch error.code & 0xFF {
    case SQLITE_FULL: self.init(.store, .storeFull(error.path), kind: .noRoom)
    case SQLITE_READONLY: self = .readOnly(error)
    case SQLITE_BUSY, SQLITE_LOCKED: self.init(.store, .storeBusy(error.path), kind: .storeLocked)
    case SQLITE_CORRUPT, SQLITE_NOTADB:
      self.init(.store, .storeDamaged(error.path, error.message))
    // The log's index, beside the database, could not grow (SQLITE_IOERR_SHMSIZE): no number comes with it.
    case SQLITE_IOERR where error.code >> 8 == 19 && system.code == 0:
      self.init(.store, .storeFull(error.path))
    case SQLITE_IOERR where system.code != 0, SQLITE_CANTOPEN where system.code != 0:
      self.init(system, at: error.path)
    case SQLITE_IOERR: self.init(.store, .storeMediumFailed(error.path, error.message))
    default: self.init(.store, .storeFailed(error.path, error.message))
    }
  }

  /// The failure of a database that SQLite may not write to, by its extended code: what is beside it comes before where
  /// it is.
  private static func readOnly(_ error: DatabaseError) -> Failure {
    switch error.code >> 8 {
    // SQLITE_READONLY_RECOVERY, _CANTLOCK and _CANTINIT: the log's index has to be made first.
    case 1, 2, 5: Failure(.store, .storeLogUnread(error.path))
    // SQLITE_READONLY_ROLLBACK.
    case 3: Failure(.store, .storeCutOff(error.path))
    // SQLITE_READONLY_DBMOVED.
    case 4: Failure(.store, .storeMoved(error.path))
    default: readOnly(error.path)
    }
  }

  /// The failure of a database at `path` that SQLite may not write to because of the file system, or of one of its files.
  private static func readOnly(_ path: String) -> Failure {
    var facts = statvfs()
    let isReadOnly = statvfs(path, &facts) == 0 && facts.f_flag & UInt(ST_RDONLY) != 0
    let files = ["", "-wal", "-shm"].map { path + $0 } + [Archive.directory(of: path)]
    let denied = files.first { file in
      faccessat(AT_FDCWD, file, R_OK | W_OK, AT_EACCESS) != 0 && errno == EACCES
    }
    guard !isReadOnly, let denied else { return Failure(.store, .storeReadOnly(path)) }
    return Failure(SystemError(call: "access", code: EACCES), at: denied)
  }

  /// The failure of a call on the file or folder `path`, in a sentence that says what to do.
  init(_ error: SystemError, at path: String) {
    let phrase =
      switch error.code {
      case ENOSPC, EDQUOT: Phrase.storeFull(path)
      case EROFS: Phrase.storeReadOnly(path)
      case EIO, ENXIO, EUCLEAN: Phrase.storeMediumFailed(path, error.reason)
      case EACCES, EPERM: Phrase.storeDenied(path, error.reason)
      default: Phrase.storeFailed(path, error.reason)
      }
    let isFull = error.code == ENOSPC || error.code == EDQUOT
    self.init(.store, phrase, cause: error, kind: isFull ? .noRoom : .plain)
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

extension Phrase {
  static func storeLogUnread(_ path: String) -> Phrase {
    Phrase(
      "store.log-unread",
      """
      The newest changes of \(path) are in its log \(path)-wal, which can't be read here: its index \(path)-shm is \
      missing or may not be written. Copy \(path) and \(path)-wal to a folder where you may write, and go on with \
      the copy.
      """)
  }

  static func storeMoved(_ path: String) -> Phrase {
    Phrase(
      "store.moved",
      """
      \(path) was moved, replaced or removed while it was open, and nothing more is written to it. Put it back, \
      then start exhibit again.
      """)
  }

  static func storeCutOff(_ path: String) -> Phrase {
    Phrase(
      "store.cut-off",
      """
      A change of \(path) was cut off, and what takes it back is in \(path)-journal; whoever may only read can't \
      do that. Copy both to a folder where you may write, open the copy once with 'sqlite3 exhibit.sqlite \
      .tables', and go on with that.
      """)
  }

  static func storeBusy(_ path: String) -> Phrase {
    Phrase(
      "store.busy",
      "Another program has locked the database \(path). Close that program, then try again.")
  }

  static func storeDenied(_ path: String, _ reason: String) -> Phrase {
    Phrase(
      "store.denied",
      """
      This user may not use \(path): \(reason). Run exhibit as the user who owns the store, or give the store to \
      this one with 'chown -R'.
      """)
  }

  static func storeFailed(_ path: String, _ reason: String) -> Phrase {
    Phrase(
      "store.failed",
      """
      \(path) could not be used: \(reason). Check the folder that 'store' in the configuration, or --store, \
      names.
      """)
  }

  static func storeFull(_ path: String) -> Phrase {
    Phrase(
      "store.full",
      """
      The disk is full: \(path) could not be written. Delete or move away what is not needed there, or fit a \
      larger card.
      """)
  }

  static func storeMediumFailed(_ path: String, _ reason: String) -> Phrase {
    Phrase(
      "store.mediumFailed",
      """
      The disk failed while \(path) was read or written: \(reason). Look at 'dmesg', save what is on the disk \
      and replace it.
      """)
  }

  static func storeReadOnly(_ path: String) -> Phrase {
    Phrase(
      "store.readOnly",
      """
      \(path) can't be written because its file system is read-only. Look at 'dmesg' for disk errors, then mount \
      it for writing or replace the card.
      """)
  }
}
