import Core

/// A gap that was noted is in the store, or its failure is told.
struct GapRule {
  /// How many gaps the store had when it was last looked at.
  private var count: Int
  /// How many of those that were noted are not there, and nobody was told.
  private var missing = 0

  /// A rule for the store that `evidence` looks at, before the program runs.
  init(_ evidence: EvidenceRule) {
    // One that is not there yet has none.
    count = (try? evidence.gapCount()) ?? 0
  }

  mutating func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    if case .device(.failed(let failure)) = step.event, failure.role == .store {
      missing = max(0, missing - 1)
    }
    let noted = step.effects.count { if case .store(.note) = $0 { true } else { false } }
    if noted > 0 { missing += noted - (try recorded(step, evidence)) }
    guard missing > 0, step.board.isQuiet, !step.machine.isFinished else { return }
    throw Violation(Self.self, "a gap was noted, is not in the store, and no failure was told")
  }

  private mutating func recorded(
    _ step: Step, _ evidence: EvidenceRule
  ) throws(Violation) -> Int {
    guard step.board.isStoreOpen else { return 0 }
    let before = count
    count = try evidence.gapCount()
    return count - before
  }
}
