import Core
import System

/// The file of a clip that is being written, and what is known of it so far.
///
/// It only grows: no byte of it is written twice. A write or flush that fails is its end.
final class ClipFile {
  /// What the clip's records say of it from the beginning.
  let begun: BegunClip
  private let file: FileDescriptor
  private let path: String
  private let seal: ClipSeal
  private let prefix = UnsafeMutableRawBufferPointer.allocate(
    byteCount: ClipCluster.prefixByteCount, alignment: 16)
  private var digest: Digest
  private var byteCount: Int
  /// How many of its bytes are durable.
  private var durableByteCount = 0
  private var frameCount = 0
  /// Microseconds from the clip's beginning to its first frame, and to its last.
  private var (firstTime, lastTime) = (UInt64(0), UInt64(0))

  /// The clip `begun`, whose open `file` at `path` has `header` in it, and that is durable.
  init(
    _ begun: BegunClip, _ file: consuming FileDescriptor, at path: String, _ header: [UInt8],
    _ seal: ClipSeal
  ) {
    self.begun = begun
    self.file = file
    self.path = path
    self.seal = seal
    var digest = Digest()
    header.withUnsafeBytes { digest.update($0) }
    self.digest = digest
    byteCount = header.count
    durableByteCount = header.count
  }

  deinit { prefix.deallocate() }

  /// How far it is.
  var progress: ClipInProgress {
    ClipInProgress(
      number: begun.number, frameCount: frameCount, length: .microseconds(lastTime - firstTime),
      byteCount: byteCount)
  }

  /// The clip's last frame, on the clock of its boot.
  var last: Instant { begun.first + .microseconds(lastTime) }

  /// The piece that it becomes.
  var piece: StoredPiece {
    StoredPiece(
      id: begun.id, number: begun.number, file: begun.file, sha256: digest.soFar,
      byteCount: byteCount)
  }

  /// Why the frame `jpeg` can't be one of this clip; nil where it can.
  ///
  /// Such a frame changes nothing of it.
  func refusal(of jpeg: UnsafeRawBufferPointer, stamped: Instant) -> Phrase? {
    guard (1...ClipCluster.largestFrame).contains(jpeg.count) else {
      return Phrase(
        "clip.frame-size",
        "A frame of \(jpeg.count) bytes is none of a clip; it is left out of clip \(begun.number).")
    }
    let isEarlier = stamped < begun.first + .microseconds(lastTime)
    return isEarlier
      ? Phrase(
        "clip.frame-order",
        "A frame was taken before the one that came first; it is left out of clip \(begun.number).")
      : nil
  }

  /// Appends the frame `jpeg`, which nothing refuses.
  func append(
    _ jpeg: UnsafeRawBufferPointer, stamped: Instant, on medium: any Medium
  ) throws(Failure) {
    let time = UInt64((stamped - begun.first).nanoseconds / Int64(ClipHeader.timestampScale))
    _ = ClipCluster(of: jpeg, at: time, prefix: prefix)
    try write(UnsafeRawBufferPointer(prefix), on: medium)
    try write(jpeg, on: medium)
    if frameCount == 0 { firstTime = time }
    lastTime = time
    frameCount += 1
  }

  /// Seals what was appended, by `key`, and makes it durable; nothing where that is done.
  func flush(by key: DeviceKey, on medium: any Medium) throws(Failure) {
    guard durableByteCount < byteCount else { return }
    let bytes = seal.bytes(over: digest.soFar, by: key)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { buffer.deallocate() }
    buffer.copyBytes(from: bytes)
    try write(UnsafeRawBufferPointer(buffer), on: medium)
    do throws(SystemError) { try medium.flush(file) } catch { throw Failure(error, at: path) }
    durableByteCount = byteCount
  }

  private func write(
    _ bytes: UnsafeRawBufferPointer, on medium: any Medium
  ) throws(Failure) {
    do throws(SystemError) { try medium.writeAll(bytes, to: file) } catch {
      throw Failure(error, at: path)
    }
    digest.update(bytes)
    byteCount += bytes.count
  }
}

/// What is known of a clip from its beginning on, as the record says it by which it began.
struct BegunClip {
  /// The number that its piece is to have.
  let number: Int
  /// Id of that piece.
  let id: String
  /// Its file, relative to the store.
  let file: String
  /// When its first frame was taken, on the clock of its boot: from there its frames count.
  let first: Instant
  /// Id of the thing that it documents.
  var thing: String
  /// What else all records of it say: its camera, who asked, and so on.
  var facts: [(String, JSON)]
  /// The store in which it began, where that is another than the one that has it.
  private(set) var store: String?

  /// It as another store than `store`, in which it began, tells of it: the record of its camera is there.
  func begun(in store: String) -> BegunClip {
    var clip = self
    clip.store = store
    clip.facts = facts.map { $0.0 == "camera" ? ($0.0, .null) : $0 }
    return clip
  }
}
