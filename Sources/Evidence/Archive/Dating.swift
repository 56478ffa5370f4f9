import Core

/// A time by the calendar, and on whose word.
package struct KnownTime: Hashable, Sendable {
  /// Microseconds since 1970 began (UTC).
  package let microseconds: Int
  /// `synchronised` or `told`.
  package let clock: WallTime.Source

  /// In UTC by ISO 8601 to the millisecond: `2026-03-27T14:44:28.250Z`.
  package var text: String {
    let milliseconds = (microseconds &+ 500).floored(by: 1000)
    let (day, time) = (milliseconds.floored(by: 86_400_000), milliseconds.remainder(by: 86_400_000))
    let parts = [time / 3_600_000, time / 60_000 % 60, time / 1000 % 60].map { $0.digits(2) }
    return "\(KnownTime.date(day))T\(parts.joined(separator: ":")).\((time % 1000).digits(3))Z"
  }

  /// The date of the day so many days after 1970-01-01, in the Gregorian calendar.
  ///
  /// Years begin in March here, so that the day that may be missing is the last, and 400 of them have
  /// 146 097 days.
  private static func date(_ day: Int) -> String {
    let shifted = day + 719_468
    let (era, dayOfEra) = (shifted.floored(by: 146_097), shifted.remainder(by: 146_097))
    let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
    let calendarYear = era * 400 + year + (month < 10 ? 0 : 1)
    let calendarMonth = month < 10 ? month + 3 : month - 9
    return "\(calendarYear.digits(4))-\(calendarMonth.digits(2))-\(dayOfMonth.digits(2))"
  }
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

extension Int {
  /// The quotient rounded down, of negative numbers too.
  fileprivate func floored(by divisor: Int) -> Int {
    self / divisor - (self % divisor < 0 ? 1 : 0)
  }

  /// What is left of the quotient rounded down: never negative.
  fileprivate func remainder(by divisor: Int) -> Int {
    self % divisor + (self % divisor < 0 ? divisor : 0)
  }

  fileprivate func digits(_ count: Int) -> String { String(self).padded(to: count) }
}
