import Core

/// Every line is answered once, at the latest when the program ends.
struct AnswerRule {
  private var owed: Set<SessionID> = []

  mutating func check(_ step: Step) throws(Violation) {
    if case .console(.line(_, let session, _)) = step.event { owed.insert(session) }
    for case .console(.answered(let session)) in step.effects {
      guard owed.remove(session) != nil else {
        throw Violation(Self.self, "line \(session.number) was answered twice")
      }
    }
    guard step.machine.isFinished, let first = owed.map(\.number).min() else { return }
    throw Violation(Self.self, "line \(first) was never answered")
  }
}
