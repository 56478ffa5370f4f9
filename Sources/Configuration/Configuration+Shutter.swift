extension Configuration {
  /// Countdown and series.
  package struct Shutter: Hashable, Sendable {
    /// From the press to the first photo; zero means at once.
    package var countdown: Duration
    /// Photos in a series.
    package var count: Int
    /// Between two photos of a series.
    package var interval: Duration
    /// What happens once everything is ready for the first time.
    package var start: Start

    /// What power-on does.
    package enum Start: String, CaseIterable, Hashable, Sendable {
      case ready, countdown
    }

    init(_ reader: inout Reader) {
      reader.section("shutter")
      countdown = reader.value("shutter.countdown_s", .seconds(0...86_400), default: .seconds(3))
      count = reader.value("shutter.count", .whole(1...9999), default: 1)
      interval = reader.value("shutter.interval_s", .seconds(0...86_400), default: .seconds(1))
      start = reader.value("shutter.start", .choice, default: .ready)
    }
  }
}
