import Core

/// The program that looks for faces costs no photo its time: it runs only where it can end before one, and a press ends
/// it; and people hear of faces only what the store has.
struct FaceRule {
  /// Until when the program may go on that looks for faces, while it runs and was not told to end.
  private var endsAt: Instant?

  mutating func check(_ step: Step) throws(Violation) {
    if case .hook = step.event { endsAt = nil }
    for effect in step.effects { try take(effect, step) }
    guard let endsAt, let planned = step.machine.shutter.planned, planned <= endsAt else { return }
    throw Violation(Self.self, "faces are looked for while a photo falls due")
  }

  private mutating func take(_ effect: Effect, _ step: Step) throws(Violation) {
    switch effect {
    case .hook(.run(let task)):
      guard let analyser = task.analyser, analyser.name == step.machine.settings.faceAnalyser
      else { return }
      endsAt = step.now + analyser.time
    case .hook(.stop): endsAt = nil
    case .console(.announce(let phrase, _)) where phrase.key.hasPrefix("faces."):
      guard case .store(.changed) = step.event else {
        throw Violation(Self.self, "faces are told that the store has not confirmed: \(phrase.key)")
      }
    default: break
    }
  }
}
