/// On whose word the clock is known, as far as it was heard in this run.
struct ClockWatch: Sendable {
  /// No time before this is believed, 2025-01-01 UTC, and none after 2100: who types one mistyped it.
  static let believed = 1_735_689_600_000_000..<4_102_444_800_000_000

  /// On whose word, when it was read last.
  private(set) var source: WallTime.Source?

  /// The clock was read.
  ///
  /// - Returns: what is to be recorded: that it is known now, on another's word than when it was read before.
  mutating func read(_ wall: WallTime) -> Note? {
    defer { source = wall.source }
    guard let source, wall.source != source, wall.source != .unset else { return nil }
    return .clockChanged(to: wall.source, from: source)
  }

  /// A person has told the time.
  ///
  /// - Returns: what is to be recorded; nil where the clock is synchronised, which counts for more.
  mutating func told() -> Note? {
    guard source != .synchronised else { return nil }
    defer { source = .told }
    return .clockChanged(to: .told, from: source ?? .unset)
  }
}

/// The time that a person told, and when that was: good for this boot, in which the monotonic clock goes on.
package struct ToldTime: Hashable, Sendable {
  /// Microseconds since 1970 began, as told.
  package let microseconds: Int
  /// When it was told.
  package let instant: Instant

  /// It was `microseconds` since 1970 began at `instant`.
  package init(_ microseconds: Int, at instant: Instant) {
    self.microseconds = microseconds
    self.instant = instant
  }

  /// The time at `instant`, on that person's word.
  package func wall(at instant: Instant) -> WallTime {
    .told(Int64(microseconds) + (instant - self.instant).nanoseconds / 1000)
  }

  /// What a person typed in is a second old; and no quartz is off by more than 500 millionths (adjtimex(2)).
  package func error(at instant: Instant) -> Duration {
    let drift = (instant - self.instant).magnitude
    return .seconds(1) + .nanoseconds(drift.nanoseconds / 2000)
  }
}
