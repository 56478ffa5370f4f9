/// A course of on and off in time, played once or over and over.
package struct Wave: Hashable, Sendable {
  /// Lengths of on, off, on and so on; after the last comes rest until the period ends.
  let steps: [Duration]
  /// Nil: played once.
  let period: Duration?
  /// Whether on and off are exchanged, rest included.
  private let isInverted: Bool

  /// Never on.
  package static let dark = Wave(steps: [], period: nil)
  /// Always on.
  package static let solid = Wave(steps: [], period: nil, isInverted: true)

  /// A course from its steps, which begin with on.
  package init(steps: [Duration], period: Duration?, isInverted: Bool = false) {
    self.steps = steps
    self.period = period
    self.isInverted = isInverted
  }

  /// Marks with pauses between them, once or every `period`.
  package init(
    _ marks: [Mark], pause: Duration = Mark.pause, every period: Duration? = nil,
    isInverted: Bool = false
  ) {
    let steps = marks.flatMap { [$0.length, pause] }
    self.init(steps: Array(steps.dropLast()), period: period, isInverted: isInverted)
  }

  /// Half on and half off, `perPeriod` being the time of both.
  package static func even(_ perPeriod: Duration) -> Wave {
    Wave(steps: [perPeriod / 2], period: perPeriod)
  }

  /// How long the steps last together.
  package var length: Duration { steps.reduce(.zero, +) }

  /// Whether it is on, `offset` after its beginning, which may be negative if it repeats.
  package func isOn(at offset: Duration) -> Bool {
    var rest = phase(of: offset)
    guard rest >= .zero else { return isInverted }
    for (index, step) in steps.enumerated() {
      if rest < step { return (index % 2 == 0) != isInverted }
      rest -= step
    }
    return isInverted
  }

  /// The first offset after `offset` at which it changes; nil if it never does again.
  package func change(after offset: Duration) -> Duration? {
    guard !steps.isEmpty else { return nil }
    let phase = phase(of: offset)
    guard phase >= .zero else { return .zero }
    var end = Duration.zero
    for step in steps {
      end += step
      if end > phase { return offset + (end - phase) }
    }
    return period.map { offset + ($0 - phase) }
  }

  /// When it turns on, counted from its beginning, in the course of its steps.
  var rises: [Duration] {
    var (end, rises) = (Duration.zero, [Duration]())
    for (index, step) in steps.enumerated() {
      if index % 2 == (isInverted ? 1 : 0) { rises.append(end) }
      end += step
    }
    return rises
  }

  private func phase(of offset: Duration) -> Duration {
    guard let period else { return offset }
    let rest = offset.nanoseconds % period.nanoseconds
    return .nanoseconds(rest < 0 ? rest + period.nanoseconds : rest)
  }
}

/// A wave with its place in time.
package struct Course: Hashable {
  package let wave: Wave
  let start: Instant
  /// From here on another course holds.
  let end: Instant?

  init(_ wave: Wave, from start: Instant, until end: Instant? = nil) {
    self.wave = wave
    self.start = start
    self.end = end
  }

  func isOn(at now: Instant) -> Bool { wave.isOn(at: now - start) }

  /// The next instant at which it changes or ends.
  func change(after now: Instant) -> Instant? {
    let change = wave.change(after: now - start).map { start + $0 }
    guard let end else { return change }
    return min(change ?? end, end)
  }
}

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
