import Core

/// A sentence that offers a click is true for a press right after it, as long as nothing else has happened since: that takes
/// no photo.
struct OfferRule {
  /// Times after a sentence in which a press is about it.
  private static let timely = BoardQuestion.reaction...Duration.seconds(1)

  /// When people have read or heard the latest sentence that offers a click, and nothing else since.
  private(set) var offeredAt: Instant?
  private var spoken: Phrase?

  mutating func check(_ step: Step) throws(Violation) {
    if case .edge(let edge) = step.event {
      try check(edge, step)
      offeredAt = nil
    } else if !step.event.leavesQuestions || step.effects.contains(where: \.tellsSomethingElse) {
      offeredAt = nil
    }
    take(step)
  }

  /// A photo is planned at the first edge of the gesture that may ask for it.
  private func check(_ edge: Edge, _ step: Step) throws(Violation) {
    guard edge.direction == .pressed, let offeredAt,
      OfferRule.timely.contains(edge.stamped - offeredAt)
    else { return }
    guard let series = step.machine.shutter.series, series.origin == edge.stamped else { return }
    throw Violation(Self.self, "a click was offered, and a press right after takes a photo")
  }

  private mutating func take(_ step: Step) {
    if case .voice(.ended) = step.event, spoken?.offersClick == true { offeredAt = step.now }
    if case .voice = step.event { spoken = nil }
    for effect in step.effects {
      switch effect {
      case .voice(.say(let phrase)): spoken = phrase
      case .voice(.silence): spoken = nil
      case .console(.ask(let phrase, let readers)) where !readers.isEmpty:
        offeredAt = phrase.offersClick ? step.now : nil
      case .console(.announce(let phrase, _)) where phrase.offersClick: offeredAt = step.now
      default: break
      }
    }
  }
}

extension Phrase {
  fileprivate var offersClick: Bool { ["undo.asked", "option.asked-of-button"].contains(key) }
}

extension Event {
  /// Whether no question ends or begins by it.
  fileprivate var leavesQuestions: Bool {
    switch self {
    case .deadline, .accelerometer, .measured, .voice: true
    case .camera(let event): if case .frame = event { true } else { false }
    case .started, .device, .edge, .photo, .clip, .store, .console, .hook, .signal, .reconfigured:
      false
    }
  }
}

extension Effect {
  /// Whether people are told anything but what asks them.
  fileprivate var tellsSomethingElse: Bool {
    if case .console(.announce(let phrase, _)) = self { !phrase.offersClick } else { false }
  }
}
