import Core

/// A camera that is open and delivers nothing is closed before long.
struct SilenceRule {
  /// What a camera may take to its first frame, and once more where the loop was held up meanwhile.
  private static let patience = Duration.seconds(12)
  /// A longer turn is a stall, in which frames may wait: so much of it counts.
  private static let longestTurn = Duration.seconds(1)

  private var silence = Duration.zero
  private var lastTurn: Instant?

  mutating func check(_ step: Step) throws(Violation) {
    defer { lastTurn = step.now }
    guard isExpected(step.machine), step.board.isCameraOpen, !isFrame(step.event),
      !step.effects.contains(.device(.close(.camera)))
    else { return silence = .zero }
    silence += min(step.now - (lastTurn ?? step.now), SilenceRule.longestTurn)
    guard silence > SilenceRule.patience else { return }
    throw Violation(Self.self, "a silent camera has been open for \(silence.inSeconds) s")
  }

  private func isExpected(_ machine: Machine) -> Bool {
    switch machine.capture.state {
    case .starting, .running: true
    case .paused, .faulted, .stopped: false
    }
  }

  private func isFrame(_ event: Event) -> Bool {
    if case .camera(.frame) = event { return true }
    return false
  }
}
