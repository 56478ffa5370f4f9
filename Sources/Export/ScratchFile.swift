import Core
import Evidence
import Glibc
import System

/// A file without a name, in which something large is put together before it is written to an export: it is gone with this
/// value, or with the program.
final class ScratchFile {
  private let file: FileDescriptor
  private let digest = StreamDigest()
  private let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: blockByteCount, alignment: 16)
  private var unwrittenCount = 0
  private(set) var byteCount = 0
  private var failure: Failure?

  /// Begins it where temporary files are that may be large.
  init() throws(Failure) {
    do throws(SystemError) { file = try ScratchFile.open() } catch {
      throw Failure(.store, .scratchFailed(ScratchFile.folder, error.reason), cause: error)
    }
    digest.begin()
  }

  deinit { buffer.deallocate() }

  /// Where SQLite would have its own (tempfiles.html).
  private static let folder: String = {
    let named = ["SQLITE_TMPDIR", "TMPDIR"].compactMap { (name: String) -> String? in
      getenv(name).map { String(cString: $0) }
    }
    // The last two are memory: better than nothing, on a system that has no other place.
    let folders = named + ["/var/tmp", "/usr/tmp", "/tmp", "/dev/shm", "/run"]
    return folders.first { access($0, W_OK | X_OK) == 0 } ?? "."
  }()
  private static let blockByteCount = 1 << 16
  /// `O_TMPFILE` of fcntl.h, which Swift does not see.
  private static let nameless = 0o20_000_000 | O_DIRECTORY

  private static func open() throws(SystemError) -> FileDescriptor {
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

  /// Appends `text`; a failure is told by `entry`.
  func append(_ text: String) { append(text.utf8) }

  /// Appends `bytes`; a failure is told by `entry`.
  func append(_ bytes: some Collection<UInt8>) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let space = UnsafeMutableRawBufferPointer(rebasing: buffer[unwrittenCount...])
      let part = rest.prefix(space.count)
      space.copyBytes(from: part)
      unwrittenCount += part.count
      rest = rest.dropFirst(part.count)
      if unwrittenCount == buffer.count { flush() }
    }
  }

  private func flush() {
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<unwrittenCount])
    unwrittenCount = 0
    guard failure == nil else { return }
    byteCount += bytes.count
    digest.update(bytes)
    do throws(SystemError) { try file.writeAll(bytes) } catch {
      failure = Failure(.store, .scratchFailed(ScratchFile.folder, error.reason), cause: error)
    }
  }

  /// All of it as the file `name` of an export; nothing is appended any more.
  func entry(_ name: String) throws(Failure) -> ExportEntry {
    flush()
    if let failure { throw failure }
    return ExportEntry(name, .scratch(self), byteCount: byteCount, sha256: digest.finish())
  }

  /// Reads at most as much as `buffer` takes, from `offset` on; how much that was.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(Failure) -> Int {
    do throws(SystemError) {
      return try SystemError.check("pread") {
        pread(file.number, buffer.baseAddress, buffer.count, off_t(offset))
      }
    } catch {
      throw Failure(.store, .scratchFailed(ScratchFile.folder, error.reason), cause: error)
    }
  }
}

extension Phrase {
  static func scratchFailed(_ folder: String, _ reason: String) -> Phrase {
    Phrase(
      "export.scratch",
      """
      The lists of the export can't be put together in \(folder): \(reason). Make room there, or name another \
      folder by the variable SQLITE_TMPDIR.
      """)
  }
}
