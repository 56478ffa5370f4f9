import Core

/// Some time after all faults have ended, a click yields durable photos.
struct ProofRule {
  /// From the last planned instant to the word that the photo is stored.
  static let patience = Duration.seconds(7)

  private var proof: Instant?
  private var shots: Set<Shot.ID> = []
  private var stored = 0

  /// - Parameter proof: when the finger came down for the latest click that must lead to photos.
  mutating func check(_ step: Step, _ proof: Instant?) throws(Violation) {
    if proof != self.proof { (self.proof, shots, stored) = (proof, [], 0) }
    guard let proof else { return }
    for case .store(let shot) in step.effects where shot.series.origin == proof {
      shots.insert(shot.id)
    }
    if case .stored(let id, _, _) = step.event, shots.contains(id) { stored += 1 }
    let settings = step.machine.settings
    let end = proof + settings.countdown + settings.interval * settings.count + ProofRule.patience
    guard step.now >= end, stored < settings.count, step.now < end + .seconds(1) else { return }
    throw Violation(
      Self.self, "a click after all faults had ended led to \(stored) of \(settings.count) photos")
  }
}
