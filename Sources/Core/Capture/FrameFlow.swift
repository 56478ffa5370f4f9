/// What a camera that is open delivers: its latest frames, how many a second, and whether they stop.
struct FrameFlow: Sendable {
  /// The latest.
  private(set) var frames = RecentFrames()
  private var rate = FrameRate()
  private var stall = StallWatch()
  /// When the latest thing came that is no picture.
  private var damagedAt: Instant?

  /// Frames per second as they arrive.
  var perSecond: Double? { rate.perSecond }

  /// When the camera has stalled if no frame comes before.
  var stallAt: Instant? { stall.deadline }

  /// Whether what came of late was no picture, which explains why there is none.
  func isDamaged(at now: Instant) -> Bool {
    damagedAt.map { now - $0 <= Shutter.patience } ?? false
  }

  /// The camera was opened at `now` and should deliver `framesPerSecond`.
  mutating func opened(framesPerSecond: Double?, at now: Instant) {
    frames = RecentFrames()
    rate = FrameRate()
    stall.opened(framesPerSecond: framesPerSecond, at: now)
  }

  /// A valid frame, taken at `stamped`, was read at `now`.
  mutating func receive(_ frames: RecentFrames, stamped: Instant, at now: Instant) {
    self.frames = frames
    rate.receive(at: stamped)
    stall.receive(at: now)
  }

  /// What came at `now` is no picture.
  mutating func damaged(at now: Instant) {
    damagedAt = now
  }

  /// The camera is closed: nothing that it delivered can be had any more.
  mutating func end() {
    frames = RecentFrames()
  }

  /// Whether it has stalled at `now`, when nothing of it is waiting; nil while there is no reason to.
  mutating func judge(at now: Instant) -> StallWatch.Verdict? { stall.judge(at: now) }
}
