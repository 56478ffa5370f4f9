import Core

/// No press takes away what is stored.
///
/// Nothing that a press can ask for removes a piece, so today none may vanish at all. What will be able to
/// needs two separate presses at most 10 s apart, the question and its answer, and this rule will let
/// nothing else pass.
struct RemovalRule {
  private var count = 0

  /// Looks into the store after every turn in which something came of a gesture.
  mutating func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    guard step.board.isStoreOpen, step.effects.contains(where: \.isOutcome) else { return }
    let present = try evidence.pieceCount()
    defer { count = present }
    guard present < count else { return }
    throw Violation(Self.self, "\(count - present) stored photos have vanished after a gesture")
  }
}

extension Effect {
  /// Whether it may be what a gesture came to: people hear of it, or a picture is dropped.
  fileprivate var isOutcome: Bool {
    switch self {
    case .console(.announce), .photo(.drop): true
    default: false
    }
  }
}
