import Core

/// A time by the calendar, and on whose word.
package struct KnownTime: Hashable, Sendable {
  /// Microseconds since 1970 began (UTC).
  package let microseconds: Int
  /// `synchronised` or `told`.
  package let clock: WallTime.Source

  /// So many microseconds after 1970 began, on the word of `clock`.
  package init(microseconds: Int, clock: WallTime.Source) {
    (self.microseconds, self.clock) = (microseconds, clock)
  }

  /// In UTC by ISO 8601 to the millisecond: `2026-03-27T14:44:28.250Z`.
  package var text: String { CalendarTime(microseconds: microseconds).text }
}

/// When a piece was taken, as well as the store can tell.
package struct Dating: Hashable, Sendable {
  /// When it was, where that is known.
  package var captured: KnownTime?
  /// When it was at the earliest; nil where nobody knows, and where the piece itself has the time.
  package var notBefore: KnownTime?
  /// When it was at the latest; nil as `notBefore`.
  package var notAfter: KnownTime?

  /// Nobody knows.
  package static let unknown = Dating()

  /// Between two times, as far as both are believed: where they contradict each other, a clock that a
  /// person set is not.
  static func between(_ earlier: KnownTime?, _ later: KnownTime?) -> Dating {
    guard let earlier, let later, earlier.microseconds > later.microseconds else {
      return Dating(notBefore: earlier, notAfter: later)
    }
    switch (earlier.clock, later.clock) {
    case (.synchronised, .told): return Dating(notBefore: earlier)
    case (.told, .synchronised): return Dating(notAfter: later)
    default: return .unknown
    }
  }
}
