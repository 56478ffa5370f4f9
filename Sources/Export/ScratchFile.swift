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
    do throws(SystemError) { file = try NamelessFile.open() } catch {
      throw Failure(.store, .scratchFailed(NamelessFile.folder, error.reason), cause: error)
    }
    digest.begin()
  }

  deinit { buffer.deallocate() }

  private static let blockByteCount = 1 << 16
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
      failure = Failure(.store, .scratchFailed(NamelessFile.folder, error.reason), cause: error)
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
      throw Failure(.store, .scratchFailed(NamelessFile.folder, error.reason), cause: error)
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
