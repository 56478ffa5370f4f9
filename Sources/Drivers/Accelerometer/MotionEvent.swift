/// A kind of event by which an accelerometer's driver tells movement.
///
/// Source: the kernel's `sysfs-bus-iio`, `events/in_accel[_axis]_TYPE_DIRECTION_en`.
struct MotionEvent: Hashable {
  /// Quantity that is compared with the threshold, the best first.
  enum Kind: String, CaseIterable {
    /// How fast the acceleration changes.
    case change = "roc"
    /// By how much it differs from its slow mean.
    case difference = "mag_adaptive"
    /// How great it is, whichever way it points.
    case magnitude = "mag"
    /// Its value along an axis.
    case value = "thresh"

    /// Whether gravity counts too, so that a threshold has to lie above it.
    var countsGravity: Bool {
      switch self {
      case .change, .difference: false
      case .magnitude, .value: true
      }
    }
  }

  /// The attributes' names without their ends, such as `in_accel_x_roc_rising`; one for each axis, or
  /// one for all.
  let stems: [String]
  /// Quantity that is compared.
  let kind: Kind

  /// One switch for all axes is better than three.
  private static let axes = [
    ["in_accel_x|y|z"], ["in_accel"], ["in_accel_x", "in_accel_y", "in_accel_z"],
  ]

  /// Which of x, y and z the event of `stem` is about, 0 to 2; nil where it is about all.
  static func axis(of stem: String) -> Int? {
    IIOAxes.names.firstIndex { stem.hasPrefix($0 + "_") }
  }

  /// The best of the events whose switches are among `names`, such as `in_accel_x_roc_rising_en`; nil
  /// where none tells movement.
  static func best(among names: [String]) -> MotionEvent? {
    for kind in Kind.allCases {
      for end in ["_\(kind.rawValue)_either", "_\(kind.rawValue)_rising"] {
        let choices = axes.map { axes in
          axes.map { $0 + end }.filter { names.contains($0 + "_en") }
        }
        if let stems = choices.first(where: { !$0.isEmpty }) {
          return MotionEvent(stems: stems, kind: kind)
        }
      }
    }
    return nil
  }
}

/// Texts for the threshold of an event, one attempt after another.
///
/// Most drivers count in the chip's own steps, and some keep only as many bits as its register has;
/// those that write fractions count in SI units.
struct EventThreshold: Hashable {
  /// So many attempts are made.
  private static let attempts = 12

  /// In m/s².
  let strength: Double
  /// m/s² a count.
  let scale: Double
  /// Whether the driver counts in SI units.
  let isMetric: Bool

  /// The threshold `strength` for a driver whose attribute says `text` now.
  init(_ strength: Double, scale: Double, attribute text: String?) {
    self.strength = strength
    self.scale = abs(scale)
    isMetric = text?.contains(".") ?? false
  }

  /// The texts to be tried: metric ones grow until the chip knows them from nothing, counts shrink until
  /// they fit into its register.
  var texts: [String] {
    let powers = (0..<Self.attempts).map { Double(1 << $0) }
    if isMetric { return powers.map { "\(strength * $0)" } }
    let counts = min(strength / scale, 1e9)
    return powers.map { Int((counts / $0).rounded()) }.filter { $0 > 0 }.map { "\($0)" }
  }

  /// Whether a driver that says `answer` after `text` was written has taken it.
  func isTaken(_ text: String, _ answer: String?) -> Bool {
    guard let wanted = Double(sysfs: text), let number = answer.flatMap({ Double(sysfs: $0) })
    else { return false }
    return isMetric ? number > 0 : number == wanted
  }
}
