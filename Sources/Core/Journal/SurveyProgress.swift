/// How far the store's files were compared with its database since it was opened: bit by bit, while nothing else is
/// under way.
struct SurveyProgress: Sendable {
  /// From the end of one bit to the next: it leaves others the processor.
  static let pause = Duration.milliseconds(50)

  /// What there is to do.
  enum Task: Hashable, Sendable {
    /// Compare some more.
    case compare
    /// Record what was found.
    case settle
  }

  /// Place in the survey.
  private enum State {
    /// Nothing is left to do.
    case complete
    /// The next bit is due at this instant.
    case resting(until: Instant)
    /// It waits for a moment in which nothing else is under way.
    case due(Task)
    /// The store owes an answer.
    case asked(Task)
  }

  private var state = State.complete

  /// When the next bit is due; nil while none is, or while one waits for a quiet moment.
  var deadline: Instant? { if case .resting(let until) = state { until } else { nil } }

  /// Whether something is left to do.
  var isUnderWay: Bool { if case .complete = state { false } else { true } }

  /// What waits for a moment in which nothing else is under way.
  var due: Task? { if case .due(let task) = state { task } else { nil } }

  /// All of it is to be compared: the store was opened.
  mutating func begin() {
    state = .due(.compare)
  }

  /// A change has opened the store anew: what it owes it was asked for after that.
  mutating func beginAnew() {
    if case .asked = state { return }
    begin()
  }

  /// The store says that there is something to compare, which it may have said before.
  mutating func resume() {
    if case .complete = state { begin() }
  }

  /// The store is closed: what it owed will not be answered.
  mutating func end() {
    state = .complete
  }

  /// The pause is over.
  mutating func expire() {
    state = .due(.compare)
  }

  /// The store was asked for what was due.
  mutating func ask() {
    if case .due(let task) = state { state = .asked(task) }
  }

  /// The store answered at `now`.
  ///
  /// - Returns: what it has done; nil for an answer that comes too late to be of use.
  mutating func answered(_ survey: Event.Survey, at now: Instant) -> Task? {
    guard case .asked(let task) = state else { return nil }
    let pause = SurveyProgress.pause
    switch survey {
    case .isUnderWay: state = .resting(until: now + pause)
    // Nothing is due at once for ever, whatever a store says.
    case .hasFound: state = task == .settle ? .resting(until: now + pause) : .due(.settle)
    case .isComplete: state = .complete
    }
    return task
  }

  /// The store could not do what it was asked, and works all the same: it is asked again.
  mutating func putBack() {
    if case .asked(let task) = state { state = .due(task) }
  }
}
