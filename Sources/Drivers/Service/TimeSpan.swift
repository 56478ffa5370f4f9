/// A time as systemd.time(7) writes it: numbers with units, added up; one without a unit is seconds.
enum TimeSpan {
  private static let units: [String: Duration] = [
    "": .seconds(1), "s": .seconds(1), "sec": .seconds(1), "second": .seconds(1),
    "seconds": .seconds(1), "ms": .milliseconds(1), "msec": .milliseconds(1),
    "us": .microseconds(1), "m": .seconds(60), "min": .seconds(60), "minute": .seconds(60),
    "minutes": .seconds(60), "h": .seconds(3600), "hr": .seconds(3600), "hour": .seconds(3600),
    "hours": .seconds(3600),
  ]

  /// The time that `text` says; nil if it says none.
  static func duration(of text: String) -> Duration? {
    var rest = text[...].drop { $0 == " " }
    guard !rest.isEmpty else { return nil }
    var sum = Duration.zero
    while !rest.isEmpty {
      guard let part = nextPart(of: &rest) else { return nil }
      sum += part
    }
    return sum
  }

  private static func nextPart(of rest: inout Substring) -> Duration? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest[digits.endIndex...].drop { $0 == " " }
    let unit = rest.prefix { $0.isLetter }
    rest = rest[unit.endIndex...].drop { $0 == " " }
    guard let count = Int32(digits), let size = units[String(unit)] else { return nil }
    return size * count
  }
}
