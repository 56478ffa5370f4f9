extension Clock {
  /// A wall time and how far its place is ahead of UTC.
  public struct LocalTime: Hashable, Sendable, CustomStringConvertible {
    /// Whole seconds since 1970 UTC.
    public let seconds: Int64
    /// 0 to 999 999.
    public let microseconds: Int
    /// Seconds ahead of UTC, negative west of Greenwich.
    public let offset: Int

    /// A wall time of a place.
    public init(seconds: Int64, microseconds: Int, offset: Int) {
      self.seconds = seconds
      self.microseconds = microseconds
      self.offset = offset
    }

    /// Date, time to the microsecond and offset: `2026-03-27 15:44:28.775369-0400`.
    public var description: String {
      let local = seconds + Int64(offset)
      let day = local.floored(by: 86_400)
      let second = Int(local - day * 86_400)
      let time = [second / 3600, second / 60 % 60, second % 60].map { $0.padded(to: 2) }
      return "\(LocalTime.date(day)) \(time.joined(separator: ":"))"
        + ".\(microseconds.padded(to: 6))\(zone)"
    }

    private var zone: String {
      let minutes = abs(offset) / 60
      return (offset < 0 ? "-" : "+") + (minutes / 60).padded(to: 2) + (minutes % 60).padded(to: 2)
    }

    /// The date `day` days after 1970-01-01, in the Gregorian calendar.
    ///
    /// Counts from 1 March of year 0, so that the leap day is a year's last; months from March on
    /// then begin (153 · month + 2) / 5 days into the year.
    private static func date(_ day: Int64) -> String {
      let shifted = day + 719_468
      let era = shifted.floored(by: 146_097)
      let dayOfEra = Int(shifted - era * 146_097)
      let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
      let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
      let march = (5 * dayOfYear + 2) / 153
      let month = march < 10 ? march + 3 : march - 9
      let year = Int(era) * 400 + yearOfEra + (month <= 2 ? 1 : 0)
      let dayOfMonth = dayOfYear - (153 * march + 2) / 5 + 1
      return [year.padded(to: 4), month.padded(to: 2), dayOfMonth.padded(to: 2)]
        .joined(separator: "-")
    }
  }
}

extension Int64 {
  /// The quotient rounded toward negative infinity.
  fileprivate func floored(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

extension Int {
  /// Its digits with zeros before them to make `width`.
  fileprivate func padded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
