/// What to write as the threshold of an event, one attempt after another.
///
/// Most drivers count in the chip's own steps, and some keep only as many bits as its register has;
/// those that write fractions count in SI units.
struct EventThreshold: Hashable {
  /// So many attempts are made.
  static let attempts = 12

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
