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

  /// What is said of the camera at `path`, which has stalled and is opened again.
  func stallNews(of path: String, at now: Instant) -> Phrase {
    isDamaged(at: now)
      ? Phrase(
        "camera.damaging",
        "\(path) delivers only damaged pictures; it is closed and opened again.")
      : Phrase(
        "camera.stalled",
        "\(path) has stopped delivering pictures; it is closed and opened again.")
  }

  /// The failure of the camera at `path`, which has stalled again.
  func stallFailure(of path: String, at now: Instant) -> Failure {
    Failure(
      .camera,
      isDamaged(at: now)
        ? Phrase(
          "camera.damaged",
          """
          \(path) delivers only damaged pictures; unplug it and plug it in again, or try another cable, or a \
          smaller width, height or fps in [camera].
          """) : .cameraSilent(path))
  }
}

/// The frames that the camera holds while it tells of one: the newest valid one, and the one before it.
struct RecentFrames: Hashable, Sendable {
  /// The newest valid frame.
  let newest: Frame?
  /// The valid frame before the newest.
  let previous: Frame?

  /// No frames, as before the camera delivers.
  init() {
    self.init(newest: nil, previous: nil)
  }

  /// What the camera holds.
  init(newest: Frame?, previous: Frame?) {
    self.newest = newest
    self.previous = previous
  }

  /// The frame nearest to `planned`, once one at or after it has arrived.
  ///
  /// - Parameters:
  ///   - earliest: frames stamped before it don't count.
  ///   - used: a frame that has been used already doesn't count; its number alone would not tell it,
  ///     because a camera that is opened again begins to count anew.
  func nearest(
    to planned: Instant, notBefore earliest: Instant, besides used: Frame?
  ) -> Frame? {
    guard let newest, newest.stamped >= planned else { return nil }
    guard let previous, previous.stamped >= earliest, previous != used,
      (previous.stamped - planned).magnitude <= (newest.stamped - planned).magnitude
    else { return newest == used ? nil : newest }
    return previous
  }
}

/// Frames per second as they really arrive, from the kernel's stamps.
struct FrameRate: Hashable, Sendable {
  /// Over how long the mean is taken.
  static let window = Duration.seconds(2)

  /// Frames per second over the last whole window; nil before the first.
  private(set) var perSecond: Double?
  private var began: Instant?
  private var count = 0

  /// A frame stamped `instant` arrived.
  mutating func receive(at instant: Instant) {
    guard let began else {
      began = instant
      return
    }
    count += 1
    guard instant - began >= FrameRate.window else { return }
    perSecond = Double(count) / (instant - began).inSeconds
    self.began = instant
    count = 0
  }
}

extension Phrase {
  static func cameraSilent(_ camera: String) -> Phrase {
    Phrase(
      "camera.silent",
      """
      \(camera) delivers no pictures; unplug it and plug it in again, or try another cable, or a smaller width, \
      height or fps in [camera].
      """)
  }

}
