/// A kind of event by which an accelerometer's driver tells movement.
///
/// Source: the kernel's `sysfs-bus-iio`, `events/in_accel[_axis]_TYPE_DIRECTION_en`.
struct MotionEvent: Hashable {
  /// What is compared with the threshold, the best first.
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
  /// What is compared.
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
