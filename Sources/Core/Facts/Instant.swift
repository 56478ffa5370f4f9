/// A point on the kernel's monotonic clock (`CLOCK_MONOTONIC`): nanoseconds since some moment at boot.
///
/// It never jumps and never steps back, so every deadline, order and interval of the program is made
/// of these. What the calendar says is a separate fact that may be unknown.
public struct Instant: Comparable, Hashable, Sendable {
  /// Nanoseconds since the clock's zero.
  public let nanoseconds: Int64

  /// The clock's zero.
  public static let zero = Instant(nanoseconds: 0)

  /// An instant from the kernel's count of nanoseconds.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Seconds since the clock's zero, for people and for records.
  public var seconds: Double { Double(nanoseconds) / 1e9 }

  /// Whether `earlier` lies before `later`.
  public static func < (earlier: Instant, later: Instant) -> Bool {
    earlier.nanoseconds < later.nanoseconds
  }

  /// The earlier of two, or the one that is there, or nil.
  public static func earlier(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  /// The instant `duration` after `start`.
  public static func + (start: Instant, duration: Duration) -> Instant {
    Instant(nanoseconds: start.nanoseconds + duration.nanoseconds)
  }

  /// The instant `duration` before `end`.
  public static func - (end: Instant, duration: Duration) -> Instant {
    Instant(nanoseconds: end.nanoseconds - duration.nanoseconds)
  }

  /// The time from `start` to `end`, negative if `end` is the earlier one.
  public static func - (end: Instant, start: Instant) -> Duration {
    .nanoseconds(end.nanoseconds - start.nanoseconds)
  }
}

extension Duration {
  /// Whole nanoseconds, cut toward zero.
  ///
  /// The range of ±292 years is a precondition.
  public var nanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }

  /// Seconds as a floating-point number, for people and for records.
  public var inSeconds: Double { Double(nanoseconds) / 1e9 }

  /// Its size without its sign.
  public var magnitude: Duration { self < .zero ? .zero - self : self }
}
