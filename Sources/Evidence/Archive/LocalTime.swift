import Core

/// A time as the clocks of its place showed it, for people: `2026-03-27 17:44:28`, two hours east of UTC.
package struct LocalTime: Hashable, Sendable {
  /// `2026-03-27T17:44:28.250`.
  private let text: String
  /// Minutes east of UTC; nil where nobody noted how far that place was: the clocks are those of UTC.
  private let minutesEast: Int?

  /// The local time at `time`, so many seconds east of UTC; what is less than a minute of that is left out.
  package init(_ time: KnownTime, secondsEast: Int?) {
    minutesEast = secondsEast.map { Int((Double($0) / 60).rounded(.down)) }
    let microseconds = time.microseconds &+ (minutesEast ?? 0) * 60_000_000
    text = String(CalendarTime(microseconds: microseconds).text.dropLast())
  }

  /// `2026-03-27`.
  package var day: String { String(text.prefix(10)) }

  /// `17:44:28`.
  package var clock: String { String(text.dropFirst(11).prefix(8)) }

  /// `+02:00`, as clocks of UTC are `+00:00`.
  package var offset: String {
    let minutes = minutesEast ?? 0
    let sign = minutes < 0 ? "-" : "+"
    return "\(sign)\((abs(minutes) / 60).twoDigits):\((abs(minutes) % 60).twoDigits)"
  }

  /// By ISO 8601 to the millisecond: `2026-03-27T17:44:28.250+02:00`, with `Z` where nobody noted the offset.
  package var iso8601: String { text + (minutesEast == nil ? "Z" : offset) }

  /// As people read it: `2026-03-27 17:44:28 UTC+02:00`.
  package var words: String {
    "\(day) \(clock) UTC\((minutesEast ?? 0) == 0 ? "" : offset)"
  }
}

extension Int {
  fileprivate var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}

extension Piece {
  /// When it was taken, by the clocks of its place, where that is known.
  package var localTime: LocalTime? {
    captured.map { LocalTime($0, secondsEast: utcOffset) }
  }
}
