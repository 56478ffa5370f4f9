import Core

/// How often a device measures, in hertz, as its driver writes it.
enum SamplingFrequency {
  /// The text of the least frequency in `available` that is at least `wanted`, or of the greatest there
  /// is; `wanted` itself where they are not listed.
  ///
  /// - Parameter available: what `sampling_frequency_available` says, such as `0.78 1.56 3.12` or a
  ///   range `[4 1 1000]`.
  static func choice(_ wanted: Int, among available: String?) -> String {
    guard let available, !available.hasPrefix("[") else { return "\(wanted)" }
    let offers = available.split(separator: " ").compactMap { text in
      Double(sysfs: text).map { (text, $0) }
    }
    let enough = offers.filter { $0.1 >= Double(wanted) }.min { $0.1 < $1.1 }
    return (enough ?? offers.max { $0.1 < $1.1 }).map { String($0.0) } ?? "\(wanted)"
  }

  /// How many samples of `actual` hertz make one of `wanted` hertz, 1 to `limit`.
  static func samples(_ actual: Double?, per wanted: Int, atMost limit: Int) -> Int {
    min(max(Int(((actual ?? 0) / Double(wanted)).rounded()), 1), limit)
  }
}

extension Sensing.Pace {
  /// How often a sample is wanted, in hertz.
  var frequency: Int {
    switch self {
    case .running: 10
    case .paused: 5
    }
  }
}
