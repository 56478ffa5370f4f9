/// The time from one frame to the next as V4L2 counts it: a fraction of a second.
package struct FrameInterval: Hashable, Sendable {
  /// Above the line, in seconds.
  package let numerator: UInt32
  /// Below the line.
  package let denominator: UInt32

  /// A fraction of a second; nil where a driver left it unset.
  package init?(numerator: UInt32, denominator: UInt32) {
    guard numerator > 0, denominator > 0 else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The interval of `rate` frames a second, to a thousandth of a frame; nil out of 0.001…1000.
  init?(rate: Double) {
    guard (0.001...1000).contains(rate) else { return nil }
    self.init(numerator: 1000, denominator: UInt32((rate * 1000).rounded()))
  }

  /// Frames a second.
  package var rate: Double { Double(denominator) / Double(numerator) }

  /// The time itself.
  var duration: Duration {
    .nanoseconds(Int64(numerator) * 1_000_000_000 / Int64(denominator))
  }
}

/// The frame rates that a camera offers for one format and size.
package enum FrameRates: Hashable, Sendable {
  /// The driver does not say.
  case unknown
  /// These and no others.
  case discrete([FrameInterval])
  /// Every one between two.
  case range(shortest: FrameInterval, longest: FrameInterval)

  /// Frames a second at best; nil where nothing is known.
  var fastest: Double? {
    switch self {
    case .unknown: nil
    case .discrete(let intervals): intervals.map(\.rate).max()
    case .range(let shortest, _): shortest.rate
    }
  }

  /// The offered interval whose rate is nearest to `rate`; nil where nothing is known.
  func nearest(to rate: Double) -> FrameInterval? {
    switch self {
    case .unknown:
      return nil
    case .discrete(let intervals):
      return intervals.min { ($0.rate - rate).magnitude < ($1.rate - rate).magnitude }
    case .range(let shortest, let longest):
      if rate >= shortest.rate { return shortest }
      return rate <= longest.rate ? longest : FrameInterval(rate: rate)
    }
  }
}
