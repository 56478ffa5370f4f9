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
    case "shutter.counting":
      if case .number(let count)? = phrase.values.last { promised += count }
    case "photo.stored": kept += 1
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
