/// What light and buzzer can be asked to show, so that people can learn it: the table's rows.
package enum Pattern: String, CaseIterable, Hashable, Sendable {
  case pressHeard = "press heard"
  case ready, paused, counting
  case frameKept = "frame kept"
  case storing, stored, recording, asked, cancelled, next, refused, status, starting
  case storageLow = "storage low"
  case fault
  case shuttingDown = "shutting down"

  /// How long a situation is shown.
  static let length = Duration.seconds(6)
  /// A recording has its desired length in the midst of it.
  private static let desired = Duration.seconds(3)

  /// The kind of thing that light and buzzer make of a pattern.
  enum Form: Hashable {
    case answer, mark
    case sign(Sign)
    case situation(Situation)
  }

  /// The word for it in sentences.
  var word: Phrase {
    switch form(at: .zero) {
    case .answer: Phrase("pattern.press-heard", "press heard")
    case .mark: Phrase("pattern.frame-kept", "frame kept")
    case .sign(.stored): Phrase("pattern.stored", "stored")
    case .sign(.cancelled): Phrase("pattern.cancelled", "cancelled")
    case .sign(.next): Phrase("pattern.next", "next")
    case .sign(.refused): Phrase("pattern.refused", "refused")
    case .sign(.status): Phrase("pattern.status", "status")
    case .situation(let situation): situation.word
    }
  }

  /// The pattern as light and buzzer show it from `now` on.
  func form(at now: Instant) -> Form {
    switch self {
    case .pressHeard: .answer
    case .frameKept: .mark
    case .stored: .sign(.stored)
    case .cancelled: .sign(.cancelled)
    case .next: .sign(.next)
    case .refused: .sign(.refused)
    // As an example thing 2, which has three pieces.
    case .status: .sign(.status(thing: 2, pieces: 3))
    case .ready: .situation(.ready)
    case .paused: .situation(.paused)
    case .counting: .situation(.counting(until: now + Pattern.length))
    case .storing: .situation(.storing)
    case .recording:
      .situation(.recording(isStudy: false, desiredAt: now + Pattern.desired))
    case .asked: .situation(.asked)
    case .starting: .situation(.starting)
    case .storageLow: .situation(.storageLow)
    case .fault: .situation(.fault)
    case .shuttingDown: .situation(.shuttingDown)
    }
  }

  /// What the buzzer says once when `situation`, which it stands for, is shown.
  func announcement(of situation: Situation) -> [Mark] {
    self == .storageLow ? Sign.refused.marks : situation.announcement(isReadyNews: true)
  }
}
