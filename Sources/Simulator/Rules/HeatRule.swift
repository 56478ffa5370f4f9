import Core

/// A board that is too hot takes no pictures but those that were promised, and one that has cooled down
/// takes pictures again.
struct HeatRule {
  /// From the heat to the pause and back: a reading, and a loop that may be away meanwhile.
  static let patience = Duration.seconds(24)

  private var heat = Lasting(HeatRule.patience)
  private var cold = Lasting(HeatRule.patience)

  mutating func check(_ step: Step) throws(Violation) {
    if step.machine.isFinished { return }
    let limits = step.machine.settings.heatLimits
    let warmth = step.board.temperature?.milliCelsius
    let isHot = warmth.map { $0 >= limits.pause } ?? false
    try heat.check(!(isHot && isOn(step)), step, Self.self, "too hot, and capture goes on")
    let isCool = warmth.map { $0 < limits.resume } ?? false
    let isPaused = step.machine.capture.state == .paused(.overTemperature)
    try cold.check(!(isCool && isPaused), step, Self.self, "cool, and capture pauses for heat")
  }

  private func isOn(_ step: Step) -> Bool {
    step.machine.capture.state == .running && step.machine.shutter.series == nil
  }
}
