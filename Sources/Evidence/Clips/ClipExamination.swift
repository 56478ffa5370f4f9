import Core
import Glibc
import System

/// A look through the file of a clip that nobody finished, a slice at a time: it may be large, and presses go on.
final class ClipExamination {
  /// So much is read at once.
  static let slice = 1 << 20

  /// What is known of the clip.
  let begun: BegunClip
  private let file: FileDescriptor
  private let medium: any Medium
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: slice, alignment: 4096)
  private var scan: ClipScan
  /// Whether all of it was looked through.
  private(set) var isComplete = false

  /// Begins to look through the open `file` of the clip `begun`, whose device has `key`.
  private init(
    of file: consuming FileDescriptor, on medium: any Medium, _ begun: BegunClip, _ seal: ClipSeal,
    _ key: PublicKey
  ) {
    self.file = file
    self.medium = medium
    self.begun = begun
    scan = ClipScan { bytes, sha256 in seal.holds(bytes, over: sha256, by: key) }
  }

  deinit { buffer.deallocate() }

  /// Begins to look through the file at `path`, on the medium and not in memory; blocks in a flush.
  static func begin(
    at path: String, on medium: any Medium, _ begun: BegunClip, _ seal: ClipSeal, _ key: PublicKey
  ) throws(SystemError) -> ClipExamination {
    let file = try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    // After a flush that failed, the kernel's memory has pages that the medium lacks and that count as written.
    try medium.flush(file)
    medium.forget(file)
    return ClipExamination(of: file, on: medium, begun, seal, key)
  }

  /// The clip's number.
  var number: Int { begun.number }

  /// Looks through one slice more; blocks on the disk.
  func advance() throws(SystemError) {
    let count = try medium.read(into: buffer, from: file)
    scan.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    isComplete = count == 0
  }

  /// The clip as far as it is whole; nil where it has no whole frame.
  var recovered: RecoveredClip? {
    scan.found.frameCount == 0
      ? nil : RecoveredClip(begun: begun, found: scan.found, sha256: scan.sha256)
  }

  /// How many bytes were looked through.
  var byteCount: Int { scan.found.byteCount }
}

/// A clip that was cut off, up to its last whole frame; its file stays as it is.
struct RecoveredClip {
  /// What is known of it from its beginning on.
  var begun: BegunClip
  /// What its file holds.
  let found: ClipScan.Found
  /// The SHA-256 of its file.
  let sha256: String

  /// From its first whole frame to its last.
  var length: Duration { .microseconds(found.lastTime - found.firstTime) }

  /// Its last whole frame, on the clock of its boot.
  var last: Instant { begun.first + .microseconds(found.lastTime) }

  /// A clip where the device has signed some of its frames; without that nothing proves that they are its own.
  var kind: String { found.sealedFrameCount > 0 ? "clip" : "imported" }

  /// What it becomes.
  var piece: StoredPiece {
    StoredPiece(
      id: begun.id, number: begun.number, file: begun.file, sha256: sha256,
      byteCount: found.byteCount)
  }
}
