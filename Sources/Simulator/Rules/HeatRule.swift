import Core

/// A board that is too hot takes no pictures but those that were promised, and one that has cooled down
/// takes pictures again.
struct HeatRule {
  /// From the heat to the pause and back: a reading, and a loop that may be away meanwhile.
  static let patience = Duration.seconds(24)

  /// Since when it is too hot and the camera runs.
  private var hotSince: Instant?
  private var cold = Lasting(HeatRule.patience)

  mutating func check(_ step: Step) throws(Violation) {
    if step.machine.isFinished { return }
    let limits = step.machine.settings.heatLimits
    let warmth = step.board.temperature?.milliCelsius
    try checkHeat(warmth.map { $0 >= limits.pause } ?? false, step)
    let isCool = warmth.map { $0 < limits.resume } ?? false
    let isPaused = step.machine.capture.state == .paused(.overTemperature)
    try cold.check(!(isCool && isPaused), step, Self.self, "cool, and capture pauses for heat")
  }

  /// What was promised is finished first, and then nothing else begins.
  private mutating func checkHeat(_ isHot: Bool, _ step: Step) throws(Violation) {
    guard isHot, step.machine.capture.state == .running else { return hotSince = nil }
    let since = hotSince ?? step.now
    hotSince = since
    guard step.now - since > HeatRule.patience, step.machine.shutter.series == nil else { return }
    throw Violation(Self.self, "too hot, and capture goes on")
  }
}
