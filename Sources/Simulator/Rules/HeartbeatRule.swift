import Core

/// The service manager hears of progress while there is some, and of none while there is none.
struct HeartbeatRule {
  /// What the service's unit says.
  static let watchdog = Duration.seconds(30)

  /// From one sign to the next at most: half of what the manager waits.
  private static let longestSilence = watchdog / 2
  /// A camera whose frames come no longer has fallen silent.
  private static let longestFrameGap = Duration.seconds(1)
  /// How long a sign may be overdue; a turn after a stall counts for little of it.
  private static let patience = Duration.seconds(1)
  private static let longestTurn = Duration.milliseconds(100)

  private var wasAtEase = false
  private var lastFrame: Instant?
  private var lastTurn: Instant?
  /// The latest sign, or the beginning of the health that has lasted since.
  private var silentSince: Instant?
  private var overdue = Duration.zero

  mutating func check(_ step: Step) throws(Violation) {
    defer { (wasAtEase, lastTurn) = (HeartbeatRule.isAtEase(step.machine), step.now) }
    if case .camera(.frame) = step.event { lastFrame = step.now }
    if step.effects.contains(.service(.notify(.alive))) {
      try checkProof(step)
      silentSince = step.now
    }
    try checkSilence(step)
  }

  /// A sign follows from the event of its turn, or from a rest that lasted until it.
  private func checkProof(_ step: Step) throws(Violation) {
    if wasAtEase || HeartbeatRule.isAtEase(step.machine) { return }
    // After a stall a pause and the press that ends it may come in one turn.
    if step.effects.contains(.device(.close(.camera))) { return }
    switch step.event {
    case .camera(.frame), .photo(.stored), .store(.importing(.stored)): return
    case .clip(.begun), .clip(.flushed), .clip(.stored): return
    default: throw Violation(Self.self, "a sign of progress, and there was none")
    }
  }

  private mutating func checkSilence(_ step: Step) throws(Violation) {
    guard isHealthy(step) else { return (silentSince, overdue) = (nil, .zero) }
    let since = silentSince ?? step.now
    silentSince = since
    guard step.now - since > HeartbeatRule.longestSilence else { return overdue = .zero }
    overdue += min(step.now - (lastTurn ?? step.now), HeartbeatRule.longestTurn)
    guard overdue > HeartbeatRule.patience else { return }
    throw Violation(Self.self, "no sign of progress for \((step.now - since).inSeconds) s")
  }

  private func isHealthy(_ step: Step) -> Bool {
    if HeartbeatRule.isAtEase(step.machine) { return true }
    guard step.machine.capture.state == .running, let lastFrame else { return false }
    return step.now - lastFrame <= HeartbeatRule.longestFrameGap
  }

  /// Whether nothing has to come from the camera.
  private static func isAtEase(_ machine: Machine) -> Bool {
    switch machine.capture.state {
    case .paused, .stopped, .faulted: true
    case .starting, .running: false
    }
  }
}
