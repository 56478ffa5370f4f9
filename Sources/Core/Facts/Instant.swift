/// A point on the kernel's monotonic clock (`CLOCK_MONOTONIC`): nanoseconds since some moment at boot.
///
/// It never jumps and never steps back, so every deadline, order and interval of the program is made
/// of these. What the calendar says is a separate fact that may be unknown.
package struct Instant: Comparable, Hashable, Sendable {
  /// Nanoseconds since the clock's zero.
  package let nanoseconds: Int64

  /// The clock's zero.
  package static let zero = Instant(nanoseconds: 0)

  /// An instant from the kernel's count of nanoseconds.
  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Seconds since the clock's zero, for people and for records.
  package var seconds: Double { Double(nanoseconds) / 1e9 }

  /// Whether `earlier` lies before `later`.
  package static func < (earlier: Instant, later: Instant) -> Bool {
    earlier.nanoseconds < later.nanoseconds
  }

  /// The earlier of two, or the one that is there, or nil.
  package static func earlier(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  /// The instant `duration` after `start`.
  package static func + (start: Instant, duration: Duration) -> Instant {
    Instant(nanoseconds: start.nanoseconds + duration.nanoseconds)
  }

  /// The instant `duration` before `end`.
  package static func - (end: Instant, duration: Duration) -> Instant {
    Instant(nanoseconds: end.nanoseconds - duration.nanoseconds)
  }

  /// The time from `start` to `end`, negative if `end` is the earlier one.
  package static func - (end: Instant, start: Instant) -> Duration {
    .nanoseconds(end.nanoseconds - start.nanoseconds)
  }
}

extension Duration {
  /// Whole nanoseconds, cut toward zero.
  ///
  /// The range of ±292 years is a precondition.
  package var nanoseconds: Int64 {
    // Once: it is a division of 128 bits.
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// Seconds as a floating-point number, for people and for records.
  package var inSeconds: Double { Double(nanoseconds) / 1e9 }

  /// Its size without its sign.
  package var magnitude: Duration { self < .zero ? .zero - self : self }
}

/// When something happened, as far as a board without a real-time clock can know it.
///
/// Order within one boot comes from `instant`, order between boots from the store; the calendar only
/// adds to that.
package struct Moment: Hashable, Sendable {
  /// The kernel's name for this boot (`/proc/sys/kernel/random/boot_id`).
  package let bootID: String
  /// When it was on the monotonic clock of that boot.
  package let instant: Instant
  /// When it was by the calendar, where that is known.
  package let wall: WallTime
  /// Seconds that the board's place was east of UTC by its zone; nil where nobody asked.
  package var utcOffset: Int?

  /// A moment of the boot `bootID`.
  package init(bootID: String, instant: Instant, wall: WallTime) {
    self.bootID = bootID
    self.instant = instant
    self.wall = wall
  }
}

/// What the calendar said, in microseconds since 1970 began (UTC), and on whose word.
package enum WallTime: Hashable, Sendable {
  /// The system's clock, kept by a time server.
  case synchronised(Int64)
  /// A person told the time in this boot.
  case told(Int64)
  /// Nobody knows: the system's clock may read 1970.
  case unset

  /// On whose word the time is known.
  package enum Source: String, CaseIterable, Hashable, Sendable {
    case synchronised, told, unset
  }

  /// Microseconds since 1970 began, or nothing while nobody knows.
  package var microseconds: Int64? {
    switch self {
    case .synchronised(let time), .told(let time): time
    case .unset: nil
    }
  }

  /// On whose word it is known, in the word of records and programs.
  package var source: Source {
    switch self {
    case .synchronised: .synchronised
    case .told: .told
    case .unset: .unset
    }
  }
}

extension WallTime.Source {
  /// The word for it in sentences.
  package var word: Phrase {
    switch self {
    case .synchronised: Phrase("clock.synchronised", "synchronised")
    case .told: Phrase("clock.told", "set by a person")
    case .unset: Phrase("clock.unset", "not set")
    }
  }
}
