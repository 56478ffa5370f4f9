import Core

/// What people were told is counted down to is stored, cancelled, or fails for a cause that is true.
///
/// It is reckoned up whenever no photo is on its way any more.
struct PromiseRule {
  /// Photos that were announced, and what became of them, since the latest rest.
  private var promised = 0, kept = 0
  private var isCancelled = false
  /// Whether capture paused already before the turn.
  private var wasPaused = false

  mutating func check(_ step: Step) throws(Violation) {
    defer { wasPaused = if case .paused = step.machine.capture.state { true } else { false } }
    for case .console(.announce(let phrase, _)) in step.effects { try note(phrase) }
    guard step.machine.shutter.series == nil, step.machine.storing.isEmpty else { return }
    let missing = isCancelled ? 0 : promised - kept
    (promised, kept, isCancelled) = (0, 0, false)
    guard missing > 0 else { return }
    throw Violation(Self.self, "\(missing) of the photos that were announced came to nothing")
  }

  private mutating func note(_ phrase: Phrase) throws(Violation) {
    switch phrase.key {
    case "shutter.counting": promised += 1
    case "shutter.counting-series":
      if case .number(let count)? = phrase.values.first { promised += count }
    case "photo.stored", "document.stored": kept += 1
    case "photo.failed":
      kept += 1
      try checkCause(phrase)
    case "shutter.cancelled", "shutter.rest-cancelled", "machine.stopping",
      "machine.shutdown-by-button", "machine.shutdown-by-console":
      isCancelled = true
    default: break
    }
  }

  /// A camera that was closed on purpose is not to blame.
  private func checkCause(_ phrase: Phrase) throws(Violation) {
    guard phrase.values == [.phrase(.noFrame)], wasPaused else { return }
    throw Violation(Self.self, "the camera is blamed for a photo, and it was paused")
  }
}

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
