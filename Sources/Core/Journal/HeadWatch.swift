/// When the device is to remember the latest record: some seconds after it, once nothing else is under way.
struct HeadWatch: Sendable {
  /// Whether the device remembers the head.
  private enum State {
    /// The head is remembered, or there is none.
    case settled
    /// The head is to be remembered at this instant.
    case resting(until: Instant)
    /// The head waits for a moment in which nothing else is under way.
    case due
    /// The store was asked, and has not told what it comes to since.
    case asked
  }

  private var state = State.settled

  /// When that falls due; nil where nothing is to be remembered, or where that waits.
  var deadline: Instant? { if case .resting(let until) = state { until } else { nil } }

  /// Whether the latest record is remembered, as far as the store tells.
  var isSettled: Bool { if case .settled = state { true } else { false } }

  /// Whether it waits for a quiet moment.
  var isDue: Bool { if case .due = state { true } else { false } }

  /// The store tells from when on the latest record is to be remembered; nil: it is, or the store is closed.
  mutating func told(_ rememberAt: Instant?) {
    state = rememberAt.map { .resting(until: $0) } ?? .settled
  }

  /// The rest is over.
  mutating func expire() { state = .due }

  /// Somebody waits for it.
  mutating func hurry() { if case .resting = state { state = .due } }

  /// The store was asked for it.
  mutating func ask() { state = .asked }
}
