/// A time by the calendar, in microseconds since 1970 began (UTC), as people write it (ISO 8601).
package struct CalendarTime: Hashable, Sendable {
  /// Microseconds since 1970 began; negative before.
  package let microseconds: Int

  /// So many microseconds since 1970 began.
  package init(microseconds: Int) {
    self.microseconds = microseconds
  }

  /// The time that `text` says: `2026-03-27T15:44:28+01:00`; seconds and their fraction may be missing, and `Z` is UTC.
  ///
  /// Nil where it says none, or not how far its place is ahead of UTC.
  package init?(_ text: String) {
    var digits = CalendarDigits(text)
    guard let year = digits.take(4), digits.take("-"), let month = digits.take(2),
      digits.take("-"), let day = digits.take(2), digits.take("T") || digits.take("t"),
      let hour = digits.take(2), digits.take(":"), let minute = digits.take(2),
      let date = CalendarTime.days(year, month, day), hour < 24, minute < 60
    else { return nil }
    guard let seconds = digits.takeSeconds(), let offset = digits.takeOffset() else { return nil }
    let minutes = (date * 24 + hour) * 60 + minute - offset
    microseconds = minutes * 60_000_000 + seconds
  }

  /// It in UTC to the second: `2026-03-27T14:44:28Z`.
  package var brief: String { CalendarTime.clock(of: microseconds.floored(by: 1_000_000)) + "Z" }

  /// It in UTC to the millisecond: `2026-03-27T14:44:28.250Z`.
  package var text: String {
    let milliseconds = (microseconds &+ 500).floored(by: 1000)
    let fraction = String(milliseconds.remainder(by: 1000)).padded(to: 3)
    return "\(CalendarTime.clock(of: milliseconds.floored(by: 1000))).\(fraction)Z"
  }

  private static func clock(of seconds: Int) -> String {
    let time = seconds.remainder(by: 86_400)
    let parts = [time / 3600, time / 60 % 60, time % 60].map { String($0).padded(to: 2) }
    return "\(date(seconds.floored(by: 86_400)))T\(parts.joined(separator: ":"))"
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
    let parts = [dayOfYear - (153 * month + 2) / 5 + 1, month < 10 ? month + 3 : month - 9]
    let calendarYear = era * 400 + year + (month < 10 ? 0 : 1)
    let words = parts.map { String($0).padded(to: 2) }
    return "\(String(calendarYear).padded(to: 4))-\(words[1])-\(words[0])"
  }

  /// How many days after 1970-01-01 the date is; nil where there is no such day.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    guard (1...12).contains(month), day >= 1 else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[month - 1] else { return nil }
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear.floored(by: 400)
    let yearOfEra = shiftedYear.remainder(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}

/// The digits of a time, taken one group after the other.
private struct CalendarDigits {
  private var rest: Substring

  init(_ text: String) {
    rest = text[...]
  }

  mutating func take(_ sign: Character) -> Bool {
    guard rest.first == sign else { return false }
    rest.removeFirst()
    return true
  }

  /// The number of the next `count` digits.
  mutating func take(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    rest.removeFirst(count)
    return Int(digits)
  }

  /// Seconds in microseconds, 0 where there are none; nil where they can't be.
  mutating func takeSeconds() -> Int? {
    guard take(":") else { return 0 }
    guard let seconds = take(2), seconds < 60 else { return nil }
    guard take(".") else { return seconds * 1_000_000 }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest.removeFirst(digits.count)
    guard !digits.isEmpty, let part = Int((digits + "000000").prefix(6)) else { return nil }
    return seconds * 1_000_000 + part
  }

  /// How many minutes its place is ahead of UTC; nil where that isn't said, or something follows.
  mutating func takeOffset() -> Int? {
    if take("Z") || take("z") { return rest.isEmpty ? 0 : nil }
    let isAhead = rest.first == "+"
    guard take("+") || take("-"), let hours = take(2), hours < 24 else { return nil }
    _ = take(":")
    let minutes = rest.isEmpty ? 0 : take(2)
    guard let minutes, minutes < 60, rest.isEmpty else { return nil }
    return (hours * 60 + minutes) * (isAhead ? 1 : -1)
  }
}

extension Int {
  /// The quotient rounded down, of negative numbers too.
  package func floored(by divisor: Int) -> Int {
    self / divisor - (self % divisor < 0 ? 1 : 0)
  }

  /// What is left of the quotient rounded down: never negative.
  package func remainder(by divisor: Int) -> Int {
    self % divisor + (self % divisor < 0 ? divisor : 0)
  }
}
