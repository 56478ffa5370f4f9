import Core
import Glibc
import System

/// The way to read a database that leaves nothing beside it (<https://sqlite.org/wal.html#read_only_databases>).
///
/// Readers of a write-ahead log share an index in a file beside it, which they make where it is missing; and a log that is
/// missing they make too.
enum ReadingWay {
  /// Beside a program that writes, or may begin to.
  case shared
  /// Nobody writes, and there is a log: its index is kept in memory, which needs no locks.
  case withoutLocks
  /// Nobody writes, and all is in the one file.
  case asFile

  /// The way to read the database `path` of the store in `directory`.
  init(of path: String, in directory: String) {
    var facts = stat()
    let hasLog = stat("\(path)-wal", &facts) == 0 && facts.st_size > 0
    let hasIndex = access("\(path)-shm", F_OK) == 0
    if FolderLock.isTaken(directory) || hasLog && hasIndex && !ReadingWay.isReadOnly(path) {
      self = .shared
    } else {
      self = hasLog ? .withoutLocks : .asFile
    }
  }

  /// What tells SQLite (<https://sqlite.org/uri.html>).
  var query: String {
    switch self {
    case .shared: "mode=ro"
    case .withoutLocks: "mode=ro&vfs=unix-none"
    case .asFile: "mode=ro&immutable=1"
    }
  }

  /// Whether a change of the database `path` was cut off that is still to be taken back: its journal has a header
  /// (<https://sqlite.org/fileformat2.html#the_rollback_journal>).
  static func isCutOff(_ path: String) -> Bool {
    do throws(SystemError) {
      let journal = try FileDescriptor(opening: "\(path)-journal", O_RDONLY | O_NONBLOCK)
      return try journal.someBytes(atMost: 1).contains { $0 != 0 }
    } catch { return false }  // There is none, or SQLite says why it can't be read.
  }

  private static func isReadOnly(_ path: String) -> Bool {
    var facts = statvfs()
    return statvfs(path, &facts) == 0 && facts.f_flag & UInt(ST_RDONLY) != 0
  }
}
