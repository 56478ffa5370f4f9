import Core
import Glibc

/// A whole file at once.
package enum File {
  private static let pieceByteCount = 65536

  /// The bytes of the file `path`, or nil if there are more than `limit`.
  ///
  /// Blocks on the disk, but not on a named pipe, which nobody may ever write to.
  package static func bytes(at path: String, limit: Int) throws(SystemError) -> [UInt8]? {
    let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let more = try file.someBytes(atMost: pieceByteCount)
      if more.isEmpty { return bytes }
      bytes += more
    }
    return nil
  }
}

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

/// What is in a folder of the file system.
package enum Folder {
  /// The names of what is in the folder `path`, in their order; blocks on the disk.
  package static func names(in path: String) throws(SystemError) -> [String] {
    try names(in: path, atMost: .max)
  }

  /// The same; the error is `EOVERFLOW` where there are more than `most`.
  package static func names(
    in path: String, atMost most: Int
  ) throws(SystemError) -> [String] {
    guard let stream = opendir(path) else { throw SystemError(errnoOf: "opendir") }
    defer { closedir(stream) }
    var names: [String] = []
    while let name = try nextName(in: stream) {
      if name != "." && name != ".." { names.append(name) }
      if names.count > most { throw SystemError(call: "readdir", code: EOVERFLOW) }
    }
    return names.sorted()
  }

  /// Removes `path` and, if it is a folder, all that is in it; links are removed, not followed.
  ///
  /// Blocks on the disk. What can't be removed stays, and with it the folders that it is in.
  package static func erase(_ path: String) {
    // remove(3) takes links, files and empty folders; what is left is a folder to be emptied.
    guard remove(path) != 0 else { return }
    // What can't be listed can't be emptied: it stays.
    for name in (try? names(in: path)) ?? [] { erase("\(path)/\(name)") }
    remove(path)
  }

  private static func nextName(in stream: OpaquePointer) throws(SystemError) -> String? {
    errno = 0  // the only way to tell the end from an error, by readdir(3)
    guard let entry = readdir(stream) else {
      guard errno == 0 else { throw SystemError(errnoOf: "readdir") }
      return nil
    }
    return withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
