import Core
import Evidence

/// From frames to a clip that is durable.
extension PhotoPipeline {
  /// For each frame that comes so many are written that wait: what was remembered follows at that pace, and does not
  /// hold up the loop.
  static let framesAtOnce = 2

  /// Remembers as much as `preRoll` says of the frames that are taken, or nothing; a clip under way keeps what it has.
  package mutating func remember(_ preRoll: PreRoll?) {
    guard let clip, clip.stage != .remembering else {
      clip = preRoll.map { ClipJob($0) }
      return
    }
    clip.preRoll = preRoll
  }

  /// Whether each frame is to be taken, though no clip is under way.
  package var remembers: Bool { clip?.stage == .remembering }

  /// Takes the picture of `frame`, whose bytes are `lent`, into memory, or writes it to the file of the clip under way
  /// where none before it waits; it may block for some milliseconds of computing.
  ///
  /// What went wrong with writing it `writeFrames` tells.
  ///
  /// - Returns: whether it had to be encoded.
  package mutating func take(_ lent: borrowing LentFrame, _ frame: Frame) -> Bool {
    // Read at once and before any branch: Swift 6.0.3's optimiser crashes otherwise.
    let (bytes, layout, format) = (lent.bytes, lent.layout, lent.format)
    let quality = lent.quality
    guard let clip else { return false }
    return clip.take(bytes, layout, format, quality, of: frame) { picture, frame in
      do throws(Failure) {
        try write(picture, frame, of: clip)
      } catch {
        clip.failure = error
      }
    }
  }

  /// A frame was encoded within `time`.
  ///
  /// - Returns: of how many frames one is encoded from now on, where that is news.
  package mutating func encoded(within time: Duration) -> Int? { clip?.encoded(within: time) }

  /// A clip is wanted: what is taken from now on belongs to it.
  package mutating func collect() {
    if clip == nil { clip = ClipJob(nil) }
    clip?.collect()
  }

  /// Forgets what was remembered from before `instant`: a clip of a study begins with the press.
  package mutating func forgetFrames(before instant: Instant) {
    guard let clip, clip.stage == .collecting else { return }
    while let oldest = clip.memory.oldest, oldest.frame.stamped < instant {
      clip.memory.dropOldest()
    }
  }

  /// How many frames the file of the clip under way has; nil while there is none.
  package var clipFrameCount: Int? { PhotoPipeline.frameCount(of: store) }

  /// When the kernel says that the oldest frame in memory was taken; nil where there is none.
  package var firstStamp: Instant? { clip?.memory.oldest?.frame.stamped }

  /// Makes the file of the clip that `request` describes, whose first frame was taken at the moment `first`, at the
  /// moment `now`; blocks in flushes.
  ///
  /// Where the failure is of the kind `storeLocked`, this can be tried again.
  package mutating func beginClip(
    _ request: ClipRequest, first: Moment, at now: Moment
  ) throws(Failure) {
    guard let clip, let oldest = clip.memory.oldest else { throw Failure(.camera, .frameGone) }
    let facts = ClipFacts(
      request, first: first, width: oldest.width, height: oldest.height, format: clip.format)
    guard let () = try store?.beginClip(facts, at: now) else {
      throw Failure(.store, .storeNotOpen)
    }
    clip.begun()
  }

  /// Writes some of what waits, once there is a file.
  package mutating func writeFrames() throws(Failure) {
    guard let clip, clip.stage == .writing else { return }
    if let failure = clip.failure { throw failure }
    for _ in 0..<PhotoPipeline.framesAtOnce where clip.isWritable { try writeFrame(of: clip) }
  }

  /// Makes durable what was written of the clip; blocks in a flush.
  package mutating func flushClip() throws(Failure) {
    guard let () = try store?.flushClip() else { throw Failure(.store, .storeNotOpen) }
  }

  /// Writes nothing for now that was taken after `since`; nil: writes all on.
  package mutating func holdClip(since: Instant?) { clip?.hold(since: since) }

  /// Writes all that waits and is not held, and makes the clip a piece at the moment `now`; blocks in flushes.
  ///
  /// Where the failure is of the kind `storeLocked`, this can be tried again.
  package mutating func finishClip(at now: Moment) throws(Failure) -> StoredClip {
    guard let clip, clip.stage == .writing else { throw Failure(.store, .storeNotOpen) }
    while clip.isWritable { try writeFrame(of: clip) }
    guard let stored = try store?.finishClip(dropped: clip.droppedCount, at: now) else {
      throw Failure(.store, .storeNotOpen)
    }
    endClip()
    return stored
  }

  /// Writes no more of the clip; what lies in its file stays, and the survey finds it.
  package mutating func giveUpClip() {
    guard let clip, clip.stage != .remembering else { return }
    if clip.stage == .writing { store?.giveUpClip() }
    endClip()
  }

  private static func frameCount(of store: borrowing Store?) -> Int? {
    switch store {
    case .some(let store): store.clip?.frameCount
    case .none: nil
    }
  }

  private mutating func endClip() {
    clip?.end()
    if clip?.preRoll == nil { clip = nil }
  }

  private mutating func writeFrame(of clip: ClipJob) throws(Failure) {
    try clip.memory.withOldest { (picture, entry) throws(Failure) in
      try write(picture, entry.frame, of: clip)
    }
    clip.memory.dropOldest()
  }

  /// A frame that the store does not take is missing, and is counted by its number.
  private mutating func write(
    _ picture: UnsafeRawBufferPointer, _ frame: Frame, of clip: ClipJob
  ) throws(Failure) {
    do throws(Failure) {
      guard let () = try store?.appendFrame(picture, stamped: frame.stamped) else {
        throw Failure(.store, .storeNotOpen)
      }
      clip.written(frame)
    } catch {
      guard error.kind == .refused else { throw error }
    }
  }
}
