import Core
import Imaging

/// What is remembered of the camera's frames, and the clip that is made of them.
///
/// Frames go one way: from the camera to the end of the memory, and from its beginning to the file; straight to the file
/// where none waits. Before a clip is wanted what is too old is forgotten; from then on nothing is, and what has no room
/// is left out.
final class ClipJob {
  /// Puts the picture of a frame into the clip's file.
  typealias Writing = (UnsafeRawBufferPointer, Frame) -> Void

  /// How far a clip is.
  enum Stage: Hashable {
    /// None is wanted: the latest frames are remembered.
    case remembering
    /// One is wanted, and has no file yet.
    case collecting
    /// Its file is there.
    case writing
  }

  /// Pictures that wait, or are remembered.
  var memory: FrameMemory
  /// How much is remembered; nil: nothing, once no clip is under way.
  var preRoll: PreRoll?
  private(set) var stage = Stage.remembering
  /// Pictures taken after it are not written for now; nil: all are.
  private var heldSince: Instant?
  /// Why the newest picture could not be written.
  var failure: Failure?
  /// The camera's pixel format, as a four-character code.
  private(set) var format = ""
  private var pace = FramePace()
  private var encoder: FrameEncoder?
  /// The driver's numbers of the clip's first frame and the latest that was written.
  private var firstNumber: UInt32?
  private var latestNumber: UInt32 = 0
  private var writtenCount = 0
  /// When the newest picture was taken: that of the same frame is not taken again.
  private var newestStamp: Instant?

  /// Room for as much as `preRoll` says; nil: as by default, for a clip without what was before it.
  init(_ preRoll: PreRoll?) {
    self.preRoll = preRoll
    memory = FrameMemory(byteCount: (preRoll ?? PreRoll()).byteCount)
  }

  /// How many frames of the clip are in no picture of it: lost by the driver, damaged, or left out.
  var droppedCount: Int {
    guard let firstNumber else { return 0 }
    return max(0, Int(latestNumber &- firstNumber) + 1 - writtenCount)
  }

  /// A clip is wanted: what is in memory from now on belongs to it.
  func collect() {
    if stage == .remembering { stage = .collecting }
  }

  /// The clip has a file.
  func begun() {
    stage = .writing
    (firstNumber, writtenCount) = (memory.oldest?.frame.sequence, 0)
  }

  /// Pictures that were taken after `since` are not written until this is said of another instant; nil: all are.
  func hold(since: Instant?) {
    if stage != .remembering { heldSince = since }
  }

  /// Whether the oldest picture in memory is to be written.
  var isWritable: Bool { memory.oldest.map { !isHeld($0.frame) } ?? false }

  private func isHeld(_ frame: Frame) -> Bool { heldSince.map { frame.stamped > $0 } ?? false }

  /// The picture of `frame` is in the file.
  func written(_ frame: Frame) {
    latestNumber = frame.sequence
    writtenCount += 1
  }

  /// The clip is over, well or badly.
  func end() {
    memory.removeAll()
    (stage, firstNumber, newestStamp, failure) = (.remembering, nil, nil, nil)
    heldSince = nil
  }

  /// Adds the picture of `frame`, whose `bytes` are lent; one that is there already, that is no picture or that has no
  /// room is left out.
  ///
  /// - Parameter write: puts a picture into the clip's file, which none before it waits for.
  /// - Returns: whether it had to be encoded.
  func take(
    _ bytes: UnsafeRawBufferPointer, _ layout: FrameLayout, _ format: String, _ quality: Int,
    of frame: Frame, _ write: Writing
  ) -> Bool {
    if let newestStamp, frame.stamped <= newestStamp { return false }
    if stage == .remembering, let since = preRoll?.since, frame.stamped < since { return false }
    self.format = format
    do throws(ImagingError) {
      guard layout.format != .mjpeg else {
        try CameraJPEG.withPicture(in: bytes) { (picture, structure, _) throws(ImagingError) in
          let entry = FrameMemory.Entry(frame, width: structure.width, height: structure.height)
          add(picture, entry, write)
        }
        return false
      }
      guard pace.takes(stamped: frame.stamped) else { return false }
      try encoder(of: layout, quality).encode(bytes) {
        add($0, FrameMemory.Entry(frame, width: layout.width, height: layout.height), write)
      }
      return true
    } catch {
      return false  // It is counted by its number, which is missing.
    }
  }

  /// A frame was encoded within `time`.
  ///
  /// - Returns: of how many frames one is encoded from now on, where that is news.
  func encoded(within time: Duration) -> Int? { pace.encoded(within: time) ? pace.every : nil }

  private func encoder(of layout: FrameLayout, _ quality: Int) throws(ImagingError) -> FrameEncoder
  {
    if let encoder, encoder.layout == layout, encoder.quality == quality { return encoder }
    let made = try FrameEncoder(layout, quality)
    encoder = made
    return made
  }

  /// All pictures of a clip have one size.
  private func add(
    _ picture: UnsafeRawBufferPointer, _ entry: FrameMemory.Entry, _ write: Writing
  ) {
    newestStamp = entry.frame.stamped
    guard stage != .remembering else { return remember(picture, entry) }
    let size = (entry.width, entry.height)
    guard clipSize.map({ $0 == size }) ?? true else { return }
    // What could not be written was the file's end.
    if stage == .writing, memory.isEmpty, failure == nil, !isHeld(entry.frame) {
      return write(picture, entry.frame)
    }
    if memory.append(picture, entry) { clipSize = size }
  }

  /// The size of the clip's pictures; nil before the first.
  private var clipSize: (Int, Int)?

  private func remember(_ picture: UnsafeRawBufferPointer, _ entry: FrameMemory.Entry) {
    guard let preRoll else { return }
    if let newest = memory.newest, (newest.width, newest.height) != (entry.width, entry.height) {
      memory.removeAll()
    }
    while let oldest = memory.oldest, entry.frame.stamped - oldest.frame.stamped > preRoll.length {
      memory.dropOldest()
    }
    while !memory.append(picture, entry), !memory.isEmpty { memory.dropOldest() }
    clipSize = (entry.width, entry.height)
  }
}

/// An encoder that is kept from frame to frame, and what it is made for.
private final class FrameEncoder {
  let layout: FrameLayout
  let quality: Int
  private let encoder: JPEGEncoder

  init(_ layout: FrameLayout, _ quality: Int) throws(ImagingError) {
    let encoder = try JPEGEncoder(layout: layout, quality: quality)
    self.layout = layout
    self.quality = quality
    self.encoder = encoder
  }

  func encode(
    _ frame: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(ImagingError) {
    try encoder.encode(frame, body)
  }
}
