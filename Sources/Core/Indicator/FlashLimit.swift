/// Keeps the light from flashing more than three times within any second, whatever it has to say: more may
/// harm people who are sensitive to it (WCAG 2.2, success criterion 2.3.1).
struct FlashLimit: Sendable {
  /// The most flashes, dark to lit, within the span.
  static let most = 3
  static let span = Duration.seconds(1)

  /// The latest flashes, the oldest first; as many as count.
  private var rises: [Instant] = []

  /// When the next flash is allowed, if too many have been.
  var nextRise: Instant? {
    rises.count < FlashLimit.most ? nil : rises.first.map { $0 + FlashLimit.span }
  }

  /// Whether the light may be lit at `now`.
  func allowsRise(at now: Instant) -> Bool { nextRise.map { $0 <= now } ?? true }

  /// When `wave` may begin, at the earliest at `now`, so that all its flashes are allowed.
  func start(of wave: Wave, from now: Instant) -> Instant {
    let starts = rises.flatMap { rise in wave.rises.map { rise + FlashLimit.span - $0 } }
    return starts.filter { $0 > now }.sorted().first { allows(wave, from: $0) } ?? now
  }

  /// Whether all flashes of `wave` are allowed if it begins at `start` and nothing comes between.
  func allows(_ wave: Wave, from start: Instant) -> Bool {
    var limit = self
    for rise in wave.rises {
      guard limit.allowsRise(at: start + rise) else { return false }
      limit.rise(at: start + rise)
    }
    return true
  }

  /// The light is lit at `now`.
  mutating func rise(at now: Instant) {
    rises = rises.suffix(FlashLimit.most - 1) + [now]
  }
}
