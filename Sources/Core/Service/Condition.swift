/// What the service manager's one line is about.
struct Condition: Hashable, Sendable {
  /// What the light shows.
  let situation: Situation
  /// Why capture pauses, if it does.
  let pause: Capture.PauseCause?
  /// The most important fault, if there is one.
  let failure: Failure?

  /// The line: a fault's own sentence, or what is going on.
  var phrase: Phrase {
    if let failure, situation == .fault || situation == .starting { return failure.phrase }
    guard let pause else { return Phrase(.serviceState, situation.name) }
    return Phrase(.servicePaused, situation.name, pause.rawValue)
  }
}
