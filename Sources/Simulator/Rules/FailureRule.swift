import Core

/// A photo that failed is seen: three long marks of the light, or a fault.
struct FailureRule {
  /// How long the light may take, while it has nothing to show that matters more.
  private static let patience = Duration.seconds(15)
  /// A longer turn is a stall, which may freeze the very sign.
  private static let longestTurn = Duration.milliseconds(400)
  /// What is long; a press may wink in it.
  private static let long = Duration.milliseconds(150) ... .milliseconds(900)
  private static let marks = 3

  /// How long the light has had since a photo failed; nil while none waits to be shown.
  private var waited: Duration?
  private var seen = 0
  private var litSince: Instant?
  private var lastTurn: Instant?

  mutating func check(_ step: Step) throws(Violation) {
    defer { lastTurn = step.now }
    countMarks(step)
    if step.machine.isFinished || step.board.light == nil || seen >= FailureRule.marks {
      waited = nil
    }
    if step.hasFailedPhoto { (waited, seen) = (.zero, 0) }
    guard let waited else { return }
    if step.machine.situation == .fault { return self.waited = nil }
    let turn = step.now - (lastTurn ?? step.now)
    if turn > FailureRule.longestTurn { return self.waited = nil }
    self.waited = isFree(step.machine.situation) ? waited + turn : waited
    guard waited > FailureRule.patience else { return }
    throw Violation(Self.self, "a photo failed, and the light shows nothing of it")
  }

  private mutating func countMarks(_ step: Step) {
    if step.board.light == true {
      litSince = litSince ?? step.now
    } else if let since = litSince {
      if FailureRule.long.contains(step.now - since) { seen += 1 }
      litSince = nil
    }
  }

  private func isFree(_ situation: Situation) -> Bool {
    switch situation {
    case .ready, .paused, .starting, .resuming, .storageLow: true
    case .shuttingDown, .fault, .asked, .recording, .counting, .storing, .off: false
    }
  }
}

extension Step {
  fileprivate var hasFailedPhoto: Bool {
    effects.contains { effect in
      if case .console(.announce(let phrase, _)) = effect {
        phrase.key == "photo.failed"
      } else {
        false
      }
    }
  }
}
