import Core

/// A person's pause ends by a person, and no pause ends for one who did not ask for that.
struct PersonRule {
  /// From what a person does to what comes of it: a long hold, or clicks, and a loop that is away meanwhile.
  private static let patience = Duration.seconds(30)

  private var isPaused = false
  private var actedAt: Instant?

  mutating func check(_ step: Step) throws(Violation) {
    if step.event.isAct { actedAt = step.now }
    // Where something else holds capture back, nobody is told that it goes on.
    if case .console(.line("resume", _, _)) = step.event { isPaused = false }
    for case .console(.announce(let phrase, _)) in step.effects {
      if phrase.key == "capture.paused.manual" { isPaused = true }
      if phrase.key == "capture.resumed" { try resume(step) }
    }
    if isPaused, step.effects.contains(.device(.open(.camera))) {
      throw Violation(Self.self, "a person's pause ends, and no person ended it")
    }
  }

  private mutating func resume(_ step: Step) throws(Violation) {
    isPaused = false
    guard let actedAt, step.now - actedAt <= PersonRule.patience else {
      throw Violation(Self.self, "capture goes on for a person who did nothing")
    }
    guard step.isAskedFor else {
      throw Violation(Self.self, "capture goes on for a person who asked for no photo")
    }
  }
}

extension Step {
  /// Whether somebody wants the camera: in so many words, or for photos, of which something is told or stored.
  fileprivate var isAskedFor: Bool {
    if case .console(.line("resume", _, _)) = event { return true }
    return machine.storing.isBusy
      || effects.contains { effect in
        if case .console(.announce(let phrase, _)) = effect {
          phrase.key == "shutter.counting" || phrase.key == "photo.failed"
        } else {
          false
        }
      }
  }
}

extension Event {
  /// Whether a person did something.
  fileprivate var isAct: Bool {
    switch self {
    case .edge, .console(.line), .signal: true
    case .started, .deadline, .device, .camera, .accelerometer, .photo, .console, .measured,
      .reconfigured:
      false
    }
  }
}
