/// The short answers that lie over all that light and buzzer show: to a press, and to a frame that was kept.
package struct Feedback: Sendable {
  /// The answer to a press.
  private enum Answer {
    case waiting
    case shown(as: Bool, until: Instant)
  }

  /// The light's answer to a press.
  package static let heardLight = Duration.milliseconds(30)
  /// The buzzer's answer to a press.
  package static let heardTick = Duration.milliseconds(10)
  /// How long the light stands still for a kept frame.
  package static let keptLight = Duration.milliseconds(250)

  private var state: Answer?
  private var tickEnd: Instant?
  private var keptAt: Instant?

  /// The light as an answer to a press has it; nil while none is given.
  var answer: Bool? { if case .shown(let isOn, _) = state { isOn } else { nil } }

  /// Whether an answer to a press is given, or waits.
  var isAnswering: Bool { state != nil }

  /// Whether the light gives an answer to a press at `now`.
  func isShown(at now: Instant) -> Bool {
    if case .shown(_, let end) = state { now < end } else { false }
  }

  /// Whether the buzzer sounds for a press.
  var isPressHeard: Bool { tickEnd != nil }

  /// Whether the buzzer sounds for a kept frame.
  var isKeptHeard: Bool { keptAt != nil }

  /// When any of it ends.
  var ends: [Instant?] {
    var ends = [
      tickEnd, keptAt.map { $0 + Feedback.keptLight }, keptAt.map { $0 + Mark.long.length },
    ]
    if case .shown(_, let end) = state { ends.append(end) }
    return ends
  }

  /// Whether the light still stands for a kept frame.
  func isStanding(at now: Instant) -> Bool {
    keptAt.map { now < $0 + Feedback.keptLight } ?? false
  }

  /// A press was believed.
  mutating func hear(at now: Instant) {
    state = .waiting
    tickEnd = now + Feedback.heardTick
  }

  /// A frame was kept.
  mutating func keep(at now: Instant) {
    keptAt = now
  }

  /// Begins the answer that waits, and ends what is over by `now`.
  ///
  /// - Parameter mayAnswer: whether the light is free for that, once a kept frame has had its time.
  mutating func update(
    mayAnswer: Bool, _ light: Bool, _ limit: FlashLimit, at now: Instant
  ) {
    if let end = tickEnd, now >= end { tickEnd = nil }
    if let kept = keptAt, now >= kept + Mark.long.length { keptAt = nil }
    switch state {
    case nil: break
    case .waiting where mayAnswer:
      let end = now + Feedback.heardLight
      // A fourth flash within a second would not be one: the light stays as it is.
      state = limit.allowsRise(at: light ? end : now) ? .shown(as: !light, until: end) : nil
    case .waiting: break
    case .shown(_, let end): if now >= end { state = nil }
    }
  }
}
