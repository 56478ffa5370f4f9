import Core
import CVideo

/// One format at one size, as a camera lists it.
package struct CameraOffer: Hashable, Sendable {
  /// The format on the wire.
  package let format: FourCC
  /// Pixels a row.
  package let width: Int
  /// Rows.
  package let height: Int
  /// The rates at that size.
  package let rates: FrameRates

  /// A format at a size, with its rates.
  package init(format: FourCC, width: Int, height: Int, rates: FrameRates) {
    self.format = format
    self.width = width
    self.height = height
    self.rates = rates
  }

  /// Whether at least `rate` frames a second can be had; what is not known is taken to be enough.
  ///
  /// A hundredth less counts too: 29.97 is what cameras and people call 30.
  func reaches(_ rate: Double) -> Bool { (rates.fastest ?? .infinity) >= 0.99 * rate }

  /// Whether it has the size asked for, as far as one is.
  func fits(_ settings: CameraSettings) -> Bool {
    width == settings.width ?? width && height == settings.height ?? height
  }
}

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

/// The sizes of a camera that scales: every step from the least to the greatest.
package struct SizeRange: Hashable, Sendable {
  /// Pixels a row.
  package let widths: ClosedRange<Int>
  /// Rows.
  package let heights: ClosedRange<Int>
  /// From one width to the next.
  package let widthStep: Int
  /// From one height to the next.
  package let heightStep: Int

  /// A range, whose steps are at least 1.
  package init(widths: ClosedRange<Int>, heights: ClosedRange<Int>, widthStep: Int, heightStep: Int)
  {
    self.widths = widths
    self.heights = heights
    self.widthStep = widthStep
    self.heightStep = heightStep
  }

  /// The sizes worth asking the rates of: the greatest, what is configured, and the usual ones.
  func candidates(for settings: CameraSettings) -> [(width: Int, height: Int)] {
    let greatest = (width: widths.upperBound, height: heights.upperBound)
    let configured = (settings.width ?? greatest.width, settings.height ?? greatest.height)
    return [greatest] + ([configured] + SizeRange.usual).filter(contains)
  }

  private static let usual = [(1920, 1080), (1280, 720), (640, 480)]

  private func contains(_ width: Int, _ height: Int) -> Bool {
    widths.contains(width) && heights.contains(height)
      && (width - widths.lowerBound).isMultiple(of: widthStep)
      && (height - heights.lowerBound).isMultiple(of: heightStep)
  }
}

extension SizeRange {
  /// The kernel's range; a continuous one has steps of 1.
  init(_ range: v4l2_frmsize_stepwise) {
    widths = Int(range.min_width)...Int(max(range.min_width, range.max_width))
    heights = Int(range.min_height)...Int(max(range.min_height, range.max_height))
    widthStep = Int(max(1, range.step_width))
    heightStep = Int(max(1, range.step_height))
  }
}
