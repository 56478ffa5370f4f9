/// How warm the board is, with a limit above which capture pauses.
///
/// Only what a thermometer says can pause it. One that stops answering is believed for a while, then
/// nothing is known any more.
package struct Heat: Sendable {
  /// How warm it is.
  enum Level: String, Hashable, Sendable {
    /// Nobody has measured yet, or it can't be measured.
    case unknown
    /// Cool enough.
    case fair
    /// It reached the upper limit, and has not come back under the lower one.
    case excessive
  }

  /// When capture pauses, and when it goes on, in thousandths of a degree Celsius.
  package struct Limits: Hashable, Sendable {
    /// From here on capture pauses.
    package var pause = 80_000
    /// Under this it goes on.
    package var resume = 70_000

    /// The defaults.
    package init() {}
  }

  /// How often it is measured while the camera may warm the board, and while it has to cool down.
  static let period = Duration.seconds(10)
  /// How long the last reading holds where no other can be had.
  static let memory = Duration.seconds(60)

  /// How warm it is.
  private(set) var level = Level.unknown
  /// The latest reading; kept for as long as it holds.
  private(set) var latest: Temperature?
  var limits: Limits
  private var measuredAt: Instant?
  private var hasAnswered = false
  private var askedAt = Instant.zero

  /// Heat of which nothing is known.
  init(_ limits: Limits) {
    self.limits = limits
  }

  /// When it is to be measured next; nil where nothing has ever answered.
  var deadline: Instant? { hasAnswered ? askedAt + Heat.period : nil }

  /// A reading is on its way.
  mutating func ask(at now: Instant) {
    askedAt = now
  }

  /// Takes a reading, or that there was none.
  ///
  /// - Returns: whether a thermometer has just been given up.
  mutating func receive(_ temperature: Temperature?, at now: Instant) -> Bool {
    askedAt = now
    guard let temperature else { return forget(at: now) }
    (latest, measuredAt, hasAnswered) = (temperature, now, true)
    level = level(at: temperature.milliCelsius)
    return false
  }

  private mutating func forget(at now: Instant) -> Bool {
    guard let measuredAt, now - measuredAt >= Heat.memory else { return false }
    (latest, self.measuredAt, level) = (nil, nil, .unknown)
    return true
  }

  private func level(at milliCelsius: Int) -> Level {
    if milliCelsius >= limits.pause { return .excessive }
    return level == .excessive && milliCelsius >= limits.resume ? .excessive : .fair
  }
}
