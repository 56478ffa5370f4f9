import Core
import Glibc

/// A file without a name, for what is too large for memory: it is gone with its descriptor, or with the program.
package enum NamelessFile {
  /// Where SQLite would have its own (tempfiles.html).
  package static let folder: String = {
    let named = ["SQLITE_TMPDIR", "TMPDIR"].compactMap { (name: String) -> String? in
      getenv(name).map { String(cString: $0) }
    }
    // The last two are memory: better than nothing, on a system that has no other place.
    let folders = named + ["/var/tmp", "/usr/tmp", "/tmp", "/dev/shm", "/run"]
    return folders.first { access($0, W_OK | X_OK) == 0 } ?? "."
  }()
  /// `O_TMPFILE` of fcntl.h, which Swift does not see.
  private static let nameless = 0o20_000_000 | O_DIRECTORY

  /// Makes one there, for its owner alone; empty, to be read and written.
  package static func open() throws(SystemError) -> FileDescriptor {
    do throws(SystemError) {
      return try FileDescriptor(opening: folder, O_RDWR | nameless, mode: 0o600)
    } catch {
      guard [EOPNOTSUPP, EISDIR].contains(error.code) else { throw error }
    }
    // A file system that knows no file without a name.
    let path = "\(folder)/exhibit-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    let file = try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    unlink(path)
    return file
  }
}
