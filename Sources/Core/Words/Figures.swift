/// A decimal number as people read it, with its unit where it has one: its point is that of their language.
package struct Figure: Hashable, Sendable, PhraseValue {
  /// A figure that nobody has measured.
  static let unknown = Figure(text: "-")

  /// The figure in English.
  package let text: String

  /// Itself.
  package var phraseValue: Phrase.Value { .figure(self) }

  /// The figure for readers of `language`.
  package func text(in language: Language) -> String {
    let mark = Phrase("figure.mark", ".").text(in: language)
    return mark == "." ? text : text.split(separator: ".").joined(separator: mark)
  }
}

extension Figure {
  /// Several figures of the same.
  package init(_ figures: [Figure]) {
    text = figures.map(\.text).joined(separator: ", ")
  }
}

extension Duration {
  /// Seconds with one digit after the point, rounded: "2.5".
  package var inTenths: Figure {
    let tenths = (nanoseconds + (nanoseconds < 0 ? -50_000_000 : 50_000_000)) / 100_000_000
    return Figures.decimal(Int(tenths), digits: 1)
  }

  /// Length of a clip in seconds with one digit after the point, rounded, but not up to a whole second.
  ///
  /// Lengths are asked for in whole seconds, and one that was not reached is not to be read.
  package var asLength: Figure {
    let isReached =
      (self + .milliseconds(50)).nanoseconds / 1_000_000_000
      == nanoseconds / 1_000_000_000
    return isReached ? inTenths : Figures.decimal(Int(nanoseconds / 100_000_000), digits: 1)
  }

  /// Seconds with two digits after the point, cut off there: "2.54".
  package var inHundredths: Figure {
    Figures.decimal(Int(nanoseconds / 10_000_000), digits: 2)
  }

  /// Its largest two units: "3 h 12 min".
  package var inWords: String {
    let seconds = Int(components.seconds)
    let (days, hours, minutes) = (seconds / 86400, seconds / 3600 % 24, seconds / 60 % 60)
    if days > 0 { return "\(days) d \(hours) h" }
    if seconds >= 3600 { return "\(hours) h \(minutes) min" }
    return seconds >= 60 ? "\(minutes) min \(seconds % 60) s" : "\(seconds) s"
  }
}

/// Numbers as people read them.
package enum Figures {
  /// `value` with its last `digits` digits behind the point: 1234 with 3 digits is "1.234".
  package static func decimal(_ value: Int, digits: Int) -> Figure {
    let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
    let fraction = String(value.magnitude % UInt(scale))
    let whole = String(value.magnitude / UInt(scale))
    let sign = value < 0 ? "-" : ""
    return Figure(text: "\(sign)\(whole).\(fraction.padded(to: digits))")
  }

  /// A count with a space between thousands: 1200 is "1 200".
  package static func grouped(_ count: Int) -> String {
    guard count >= 1000 else { return "\(count)" }
    return grouped(count / 1000) + " " + String(count % 1000).padded(to: 3)
  }

  /// Thousandths of a degree as degrees with one digit after the point, rounded: 48_312 is "48.3".
  static func degrees(_ milliCelsius: Int) -> Figure {
    decimal((milliCelsius + (milliCelsius < 0 ? -50 : 50)) / 100, digits: 1)
  }

  /// A number from 0 as programmers write addresses: 104 is "0x68".
  package static func hexadecimal(_ value: Int) -> String {
    "0x" + String(value, radix: 16).padded(to: 2)
  }

  /// `value` with at most two digits behind the point and none that says nothing: "29.97", "30".
  package static func brief(_ value: Double) -> Figure {
    guard value.magnitude < 1e12 else { return Figure(text: "\(value)") }
    let written = decimal(Int((value * 100).rounded()), digits: 2).text
    let end = written.lastIndex { $0 != "0" } ?? written.startIndex
    return Figure(text: String(written[end] == "." ? written[..<end] : written[...end]))
  }

  /// A count of bytes in the largest unit that leaves at least one: "1.4 GB".
  package static func bytes(_ count: Int) -> Figure {
    let units = ["kB", "MB", "GB", "TB"]
    guard count >= 1000 else { return Figure(text: count == 1 ? "1 byte" : "\(count) bytes") }
    var (tenths, unit) = (count / 100, 0)
    while tenths >= 10_000 && unit < units.count - 1 {
      tenths /= 1000
      unit += 1
    }
    return Figure(text: "\(decimal(tenths, digits: 1).text) \(units[unit])")
  }
}

extension [Int] {
  /// Numbers of pieces in a sentence: runs of three and more as `3-5`.
  package var inWords: String {
    var runs: [(first: Int, last: Int)] = []
    for number in sorted() {
      if let last = runs.last?.last, number == last + 1 {
        runs[runs.count - 1].last = number
      } else {
        runs.append((number, number))
      }
    }
    return runs.map { $0.first == $0.last ? "\($0.first)" : "\($0.first)-\($0.last)" }
      .joined(separator: ", ")
  }
}
