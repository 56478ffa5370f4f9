import Core

/// A camera that is to be subdued is, and one that is not runs as it can, however often it was opened.
struct PowerRule {
  /// From a person's word, or the last photo, to the camera that runs so.
  static let patience = Duration.seconds(12)

  private var power = Lasting(PowerRule.patience)

  mutating func check(_ step: Step) throws(Violation) {
    try power.check(isAsWanted(step), step, Self.self, "the camera runs in the wrong way")
  }

  private func isAsWanted(_ step: Step) -> Bool {
    let machine = step.machine
    guard machine.capture.state == .running, machine.shutter.series == nil, machine.storing.isEmpty
    else { return true }
    return step.board.cameraPower == (machine.isSubdued ? .subdued : .full)
  }
}
