/// Whether a camera that is open delivers: a deadline that each of its frames moves on.
///
/// Time in which the loop was away counts for nothing, since frames may be waiting then. So the
/// deadline is to be judged only when the world was looked at and had nothing to tell, and where that
/// comes late, the camera gets its time once more.
struct StallWatch: Sendable {
  /// So many frames in a row are not missing by chance.
  static let periodCount = 5
  /// No camera has to be quicker than this.
  static let least = Duration.seconds(2)
  /// What a camera may take from its opening to its first frame, or longer if it is slow.
  static let leastAtStart = Duration.seconds(5)
  /// A camera that stalls again within this time has not been helped by opening it anew.
  static let relapse = Duration.seconds(60)
  /// The rate of a camera whose driver names none.
  static let assumedRate = 25.0
  /// A judgement that is later than this says more about the loop than about the camera.
  static let lateness = Duration.milliseconds(500)

  /// What a camera that did not deliver in time needs.
  enum Verdict: Hashable, Sendable {
    /// To be closed and opened again.
    case reopen
    /// A person: it was opened again not long ago.
    case fault
  }

  /// When the camera has stalled if no frame comes before; nil before it was opened.
  private(set) var deadline: Instant?
  private var patience = StallWatch.least
  private var isExcused = false
  private var stalledAt: Instant?

  /// The camera was opened at `now` and should deliver `framesPerSecond`.
  mutating func opened(framesPerSecond: Double?, at now: Instant) {
    let period = StallWatch.period(framesPerSecond)
    patience = max(StallWatch.least, period * StallWatch.periodCount)
    // Those that are skipped while exposure settles are frames too.
    deadline = now + max(StallWatch.leastAtStart, patience * 2)
    isExcused = false
  }

  /// A frame was read at `now`.
  mutating func receive(at now: Instant) {
    deadline = now + patience
    isExcused = false
  }

  /// Judges the camera at `now`, when nothing of it is waiting; nil while there is no reason to.
  mutating func judge(at now: Instant) -> Verdict? {
    guard let deadline, deadline <= now else { return nil }
    guard isExcused || now - deadline <= StallWatch.lateness else {
      isExcused = true
      self.deadline = now + patience
      return nil
    }
    self.deadline = nil
    defer { stalledAt = now }
    guard let stalledAt, now - stalledAt <= StallWatch.relapse else { return .reopen }
    return .fault
  }

  private static func period(_ framesPerSecond: Double?) -> Duration {
    guard let framesPerSecond, framesPerSecond > 0 else { return .seconds(1 / assumedRate) }
    return .seconds(1 / framesPerSecond)
  }
}
