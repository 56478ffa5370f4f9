import Core

/// Some time after all faults have ended, a click yields durable photos, the first within 10 s.
struct ProofRule {
  /// From the click to the word that its first photo is stored; the longest countdown is 3 s.
  static let patience = Duration.seconds(10)

  /// How many clicks led to all their photos.
  private(set) var count = 0
  private var proof: Instant?
  private var shots: Set<Shot.ID> = []
  private var stored = 0

  /// - Parameter proof: when the finger came down for the latest click that must lead to photos.
  mutating func check(_ step: Step, _ proof: Instant?) throws(Violation) {
    if proof != self.proof { (self.proof, shots, stored) = (proof, [], 0) }
    guard let proof else { return }
    for case .photo(.store(let shot)) in step.effects where shot.series.origin == proof {
      shots.insert(shot.id)
    }
    let settings = step.machine.settings
    if case .photo(.stored(let id, _, _)) = step.event, shots.contains(id) {
      stored += 1
      if stored == settings.count { count += 1 }
    }
    guard stored < settings.count, step.now > deadline(after: proof, settings) else { return }
    throw Violation(
      Self.self, "a click after all faults had ended led to \(stored) of \(settings.count) photos")
  }

  /// When the next photo has to be durable.
  private func deadline(after proof: Instant, _ settings: Settings) -> Instant {
    proof + ProofRule.patience + settings.interval * stored
  }
}
