import Core
import Evidence

/// A gap that was noted is in the store, once; or its failure is told, and it comes there later.
struct GapRule {
  /// From one try to record what was not recorded before to the next, while nothing else keeps the store from
  /// being written to: longer than the longest wait for a lock.
  private static let patience = Duration.seconds(10)

  /// How many gaps the store had when it was last looked at.
  private var count: Int
  private var recorded: Set<Gap> = []
  /// Those that were noted and are not in the store.
  private var owed: Set<Gap> = []
  /// Whether it has to be told that something was not recorded.
  private var isFailureOwed = false
  /// A longer turn is a stall, in which nothing can be recorded.
  private static let longestTurn = Duration.seconds(1)

  /// How long nothing has kept those that are owed from the store, since the latest try.
  private var rested = Duration.zero
  private var lastTurn: Instant?

  /// A rule for the store that `evidence` looks at, before the program runs.
  init(_ evidence: EvidenceRule) {
    // One that is not there yet has none.
    count = (try? evidence.gapCount()) ?? 0
  }

  mutating func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    if case .store(.notNoted) = step.event { (isFailureOwed, rested) = (false, .zero) }
    try checkAnswer(step)
    for case .store(.note(let notes)) in step.effects {
      try take(notes.compactMap(\.gap), step, evidence)
    }
    if step.effects.contains(where: \.givesNotesUp) { owed.removeAll() }
    try checkOwed(step)
  }

  private func checkAnswer(_ step: Step) throws(Violation) {
    guard isFailureOwed else { return }
    var isTold = step.board.isQuiet && !step.machine.isFinished
    if case .store(.noted) = step.event { isTold = true }
    guard isTold else { return }
    throw Violation(Self.self, "a gap was noted, is not in the store, and no failure was told")
  }

  private mutating func take(
    _ gaps: [Gap], _ step: Step, _ evidence: EvidenceRule
  ) throws(Violation) {
    let more = try newCount(step, evidence)
    guard more == gaps.count else {
      if more > 0 { throw Violation(Self.self, "\(more) of \(gaps.count) gaps were recorded") }
      isFailureOwed = true
      return owed.formUnion(gaps)
    }
    for gap in gaps where !recorded.insert(gap).inserted {
      throw Violation(Self.self, "a gap was recorded twice")
    }
    owed.subtract(gaps)
  }

  private mutating func newCount(
    _ step: Step, _ evidence: EvidenceRule
  ) throws(Violation) -> Int {
    guard step.board.isStoreOpen else { return 0 }
    let before = count
    count = try evidence.gapCount()
    return count - before
  }

  private mutating func checkOwed(_ step: Step) throws(Violation) {
    let isFree =
      step.board.isStoreOpen && step.machine.shutter.series == nil && step.machine.storing.isEmpty
      && step.machine.situation != .shuttingDown && !step.machine.isFinished
    defer { lastTurn = step.now }
    guard isFree, !owed.isEmpty else { return rested = .zero }
    rested = rested + min(step.now - (lastTurn ?? step.now), GapRule.longestTurn)
    guard rested > GapRule.patience else { return }
    throw Violation(Self.self, "a gap that could not be recorded was forgotten")
  }
}

/// The survey of the store's files goes on while nothing else is under way, at a pace, and ends.
struct SurveyRule {
  private static let pause = Duration.milliseconds(50)

  /// Whether there may be something left to compare.
  private var isDue = false
  private var answeredAt: Instant?

  mutating func check(_ step: Step) throws(Violation) {
    note(step.event, at: step.now)
    guard step.effects.contains(.store(.survey)) else { return }
    guard isDue else {
      throw Violation(Self.self, "the survey goes on, and nothing is left to compare")
    }
    guard step.machine.shutter.series == nil, step.machine.storing.isEmpty else {
      throw Violation(Self.self, "the survey goes on while photos are under way")
    }
    guard let answeredAt, step.now - answeredAt < SurveyRule.pause else { return }
    throw Violation(Self.self, "the survey leaves others no time")
  }

  private mutating func note(_ event: Event, at now: Instant) {
    switch event {
    case .device(.opened(.store)): (isDue, answeredAt) = (true, nil)
    case .measured(.all(let measurements)): isDue = isDue || measurements.isSurveyDue
    case .store(.surveyed(let progress)): (isDue, answeredAt) = (progress != .isComplete, now)
    case .started, .deadline, .device, .camera, .accelerometer, .edge, .photo, .store, .console,
      .measured, .signal, .reconfigured:
      break
    }
  }
}

/// A photo that another program's lock keeps from the store is tried again for long enough.
struct LockRule {
  /// From the first try that finds the lock to the last.
  private static let patience = Duration.seconds(30)

  /// Since when all that is written finds the lock.
  private var lockedSince: Instant?

  mutating func check(_ step: Step) throws(Violation) {
    guard let failure = step.event.storeFailure else {
      if step.event.provesWriting { lockedSince = nil }
      return
    }
    // Another failure says nothing of the lock.
    guard failure.kind == .storeLocked else { return }
    let since = lockedSince ?? step.now
    lockedSince = since
    guard case .photo(.failed(let id, _)) = step.event,
      step.effects.contains(.photo(.drop(id))) || step.machine.storing.isEmpty,
      step.now - since < LockRule.patience
    else { return }
    throw Violation(Self.self, "shot \(id) was given up while the database was locked for a while")
  }
}

extension Event {
  /// The failure of the store that it tells.
  fileprivate var storeFailure: Failure? {
    switch self {
    case .device(.failed(let failure)), .photo(.failed(_, let failure)),
      .store(.notNoted(let failure)):
      failure.role == .store ? failure : nil
    case .started, .deadline, .device, .camera, .accelerometer, .edge, .photo, .store, .console,
      .measured, .signal, .reconfigured:
      nil
    }
  }

  /// Whether something was written.
  fileprivate var provesWriting: Bool {
    switch self {
    case .device(.opened(.store)), .photo(.stored), .store(.noted): true
    case .started, .deadline, .device, .camera, .accelerometer, .edge, .photo, .store, .console,
      .measured, .signal, .reconfigured:
      false
    }
  }
}

extension Note {
  fileprivate var gap: Gap? { if case .gap(let gap) = self { gap } else { nil } }
}

extension Effect {
  /// Whether it tells that some of what waited for the store is given up.
  fileprivate var givesNotesUp: Bool {
    if case .service(.log(_, _, let phrase)) = self {
      phrase.key == "notes.given-up"
    } else {
      false
    }
  }
}
