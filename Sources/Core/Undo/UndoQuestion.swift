/// The button's question whether to undo: from the long press that asks for it to the answer.
package struct UndoQuestion: Sendable {
  /// Without an answer for so long, the answer is no.
  package static let patience = Duration.seconds(10)

  private enum State {
    case none
    /// Somebody wants to undo; what, can be told when nothing is being stored any more.
    case wanted
    /// The store was asked what can be undone.
    case searching
    case asked(UndoStep, until: Instant)
  }

  private var state = State.none

  /// Whether people are being asked.
  var isAsked: Bool { if case .asked = state { true } else { false } }

  /// What people are being asked, and since when; nil while they are not.
  var asked: (step: UndoStep, at: Instant)? {
    guard case .asked(let step, let until) = state else { return nil }
    return (step, until - UndoQuestion.patience)
  }

  /// When a question without an answer ends; nil while there is none.
  var deadline: Instant? { if case .asked(_, let until) = state { until } else { nil } }

  /// Whether the store is to be asked what can be undone.
  var isWanted: Bool { if case .wanted = state { true } else { false } }

  /// A person wants to undo.
  mutating func want() {
    if !isAsked { state = .wanted }
  }

  /// What was to be undone came to nothing.
  mutating func withdraw() {
    if isWanted { state = .none }
  }

  /// Asks the store what can be undone.
  mutating func search(_ steps: inout Steps) {
    state = .searching
    steps.add(.store(.findUndo))
  }

  /// The store has found `step` at `now`; nil: there is nothing to undo.
  ///
  /// - Returns: whether people wait for that.
  mutating func found(_ step: UndoStep?, at now: Instant) -> Bool {
    guard case .searching = state else { return false }
    state = step.map { .asked($0, until: now + UndoQuestion.patience) } ?? .none
    return true
  }

  /// The question has its answer, or none will come: it is over.
  ///
  /// - Returns: what it was about, if people were asked.
  mutating func end() -> UndoStep? {
    defer { state = .none }
    if case .asked(let step, _) = state { return step }
    return nil
  }
}
