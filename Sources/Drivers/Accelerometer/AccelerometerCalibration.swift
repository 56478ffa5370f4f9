import Core

/// What turns a sensor's counts into an acceleration of the board.
///
/// Source: the kernel's `sysfs-bus-iio`: `(raw + offset) * scale` is in m/s².
struct AccelerometerCalibration: Hashable {
  /// Standard gravity in m/s².
  static let gravity = 9.80665

  /// m/s² a count, along each of the sensor's axes.
  var scale: SIMD3<Double>
  /// Counts to add first, along each of the sensor's axes.
  var offset: SIMD3<Double>
  /// How the sensor sits.
  var mounting: MountMatrix

  /// The acceleration behind the counts `raw`, rounded to thousandths of g.
  func acceleration(raw: SIMD3<Double>) -> Acceleration {
    let milliG = mounting.applied(to: (raw + offset) * scale) * (1000 / Self.gravity)
    return Acceleration(x: Self.whole(milliG.x), y: Self.whole(milliG.y), z: Self.whole(milliG.z))
  }

  /// All factors are finite and bounded, so this is no NaN; what no sensor measures is cut to 1000 g.
  private static func whole(_ milliG: Double) -> Int {
    Int(min(max(milliG, -1e6), 1e6).rounded())
  }
}

extension Double {
  /// The greatest number that is believed of a device.
  static let sysfsLimit = 1e10

  /// A decimal number as drivers write it, blanks around it allowed; nil for anything else.
  init?(sysfs text: some StringProtocol) {
    let blanks = text.drop { $0 == " " }
    guard let last = blanks.lastIndex(where: { $0 != " " }),
      let number = Double(blanks[...last]), abs(number) <= Self.sysfsLimit
    else { return nil }
    self = number
  }
}
