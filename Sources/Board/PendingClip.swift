import Core
import Evidence

/// What is remembered of the camera's frames, and the clip under way, until that is a piece.
package struct PendingClip {
  /// For each frame that comes so many are written that wait: what was remembered follows at that pace, and does not
  /// hold up the loop.
  static let framesAtOnce = 2

  /// Nil where nothing is remembered, and no clip under way.
  private var job: ClipJob?

  /// None, and nothing is remembered.
  package init() {}

  /// Remembers as much as `preRoll` says of the frames that are taken, or nothing; a clip under way keeps what it has.
  package mutating func remember(_ preRoll: PreRoll?) {
    guard let job, job.stage != .remembering else {
      job = preRoll.map { ClipJob($0) }
      return
    }
    job.preRoll = preRoll
  }

  /// Whether each frame is to be taken, though no clip is under way.
  package var remembers: Bool { job?.stage == .remembering }

  /// Takes the picture of `frame`, whose bytes are `lent`, into memory, or writes it to the file of the clip under way
  /// in `store` where none before it waits; it may block for some milliseconds of computing.
  ///
  /// What went wrong with writing it `writeFrames` tells.
  ///
  /// - Returns: whether it had to be encoded.
  package func take(
    _ lent: borrowing LentFrame, _ frame: Frame, into store: BoardStore
  ) -> Bool {
    // Read at once and before any branch: Swift 6.0.3's optimiser crashes otherwise.
    let (bytes, layout, format) = (lent.bytes, lent.layout, lent.format)
    let quality = lent.quality
    guard let job else { return false }
    return job.take(bytes, layout, format, quality, of: frame) { picture, frame in
      do throws(Failure) {
        try write(picture, frame, of: job, into: store.opened())
      } catch {
        job.failure = error
      }
    }
  }

  /// A frame was encoded within `time`.
  ///
  /// - Returns: of how many frames one is encoded from now on, where that is news.
  package func encoded(within time: Duration) -> Int? { job?.encoded(within: time) }

  /// A clip is wanted: what is taken from now on belongs to it.
  package mutating func collect() {
    if job == nil { job = ClipJob(nil) }
    job?.collect()
  }

  /// Forgets what was remembered from before `instant`: a clip of a study begins with the press.
  package func forgetFrames(before instant: Instant) {
    guard let job, job.stage == .collecting else { return }
    while let oldest = job.memory.oldest, oldest.frame.stamped < instant {
      job.memory.dropOldest()
    }
  }

  /// When the kernel says that the oldest frame in memory was taken; nil where there is none.
  package var firstStamp: Instant? { job?.memory.oldest?.frame.stamped }

  /// Makes the file of the clip that `request` describes, whose first frame was taken at the moment `first`, in `store`
  /// at the moment `now`; blocks in flushes.
  ///
  /// Where the failure is of the kind `storeLocked`, this can be tried again.
  package func begin(
    _ request: ClipRequest, first: Moment, in store: BoardStore, at now: Moment
  ) throws(Failure) {
    guard let job, let oldest = job.memory.oldest else { throw Failure(.camera, .frameGone) }
    let facts = ClipFacts(
      request, first: first, width: oldest.width, height: oldest.height, format: job.format)
    try store.opened().store.beginClip(facts, at: now)
    job.begun()
  }

  /// Writes some of what waits, once there is a file in `store`.
  package func writeFrames(to store: BoardStore) throws(Failure) {
    guard let job, job.stage == .writing else { return }
    if let failure = job.failure { throw failure }
    for _ in 0..<PendingClip.framesAtOnce where job.isWritable {
      try writeFrame(of: job, to: store)
    }
  }

  /// Writes nothing for now that was taken after `since`; nil: writes all on.
  package func hold(since: Instant?) { job?.hold(since: since) }

  /// Writes all that waits and is not held, and makes the clip a piece of `store` at the moment `now`; blocks in flushes.
  ///
  /// Where the failure is of the kind `storeLocked`, this can be tried again.
  package mutating func finish(
    in store: BoardStore, at now: Moment
  ) throws(Failure) -> StoredClip {
    guard let job, job.stage == .writing else { throw Failure(.store, .storeNotOpen) }
    while job.isWritable { try writeFrame(of: job, to: store) }
    let stored = try store.opened().store.finishClip(dropped: job.droppedCount, at: now)
    end()
    return stored
  }

  /// Writes no more of the clip; what lies in its file stays, and the survey of `store` finds it.
  package mutating func giveUp(in store: BoardStore) {
    guard let job, job.stage != .remembering else { return }
    if job.stage == .writing { store.current?.store.giveUpClip() }
    end()
  }

  /// `store` is about to be closed: what waits for its file waits for it to be opened again, and what has one is given
  /// up.
  package mutating func leave(_ store: BoardStore) {
    if job?.stage == .writing { giveUp(in: store) }
  }

  private mutating func end() {
    job?.end()
    if job?.preRoll == nil { job = nil }
  }

  private func writeFrame(of job: ClipJob, to store: BoardStore) throws(Failure) {
    try job.memory.withOldest { (picture, entry) throws(Failure) in
      try write(picture, entry.frame, of: job, into: store.opened())
    }
    job.memory.dropOldest()
  }

  /// A frame that the store does not take is missing, and is counted by its number.
  private func write(
    _ picture: UnsafeRawBufferPointer, _ frame: Frame, of job: ClipJob, into store: OpenStore
  ) throws(Failure) {
    do throws(Failure) {
      try store.store.appendFrame(picture, stamped: frame.stamped)
      job.written(frame)
    } catch {
      guard error.kind == .refused else { throw error }
    }
  }
}

extension OpenStore {
  /// Makes durable what was written of the clip under way; blocks in a flush.
  package func flushClip() throws(Failure) { try store.flushClip() }

  /// How many frames the file of the clip under way has; nil while there is none.
  package var clipFrameCount: Int? { store.clip?.frameCount }
}
