import Core
import Evidence

/// What the camera failed to deliver is noted as a gap.
///
/// One that was noted is in the store, once; or its failure is told, and it comes there later.
struct GapRule {
  /// From one try to record what was not recorded before to the next, while nothing else keeps the store from
  /// being written to: longer than the longest wait for a lock.
  private static let patience = Duration.seconds(10)

  /// How many gaps the store had when it was last looked at.
  private var count: Int
  private var recorded: Set<Gap> = []
  /// Those that were noted when the store was opened, until it is told what came of them.
  private var untold: [Gap] = []
  /// Those that were noted and are not in the store.
  private var owed: Set<Gap> = []
  /// Whether it has to be told that something was not recorded.
  private var isFailureOwed = false
  /// When the camera failed while it should have delivered; nil once the gap that follows was noted.
  private var failedAt: Instant?
  /// Whether that gap is over.
  private var isOver = false
  /// Whether the camera should have delivered after the turn before.
  private var wasRunning = false
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
    settle(step.event)
    try checkAnswer(step)
    if case .store(.noted) = step.event, try evidence.repeatedGapCount() > 0 {
      throw Violation(Self.self, "a gap is recorded twice")
    }
    let isNew = try recount(step, evidence)
    for case .store(.note(let notes)) in step.effects {
      let gaps = notes.compactMap(\.gap)
      takeNoted(gaps)
      if isNew { untold += gaps } else { try take(gaps, step, evidence) }
    }
    if step.effects.contains(where: \.givesNotesUp) { (owed, isOver, failedAt) = ([], false, nil) }
    expectGap(step)
    try checkOwed(step)
  }

  /// A camera that fails while it should deliver leaves a gap, which ends with its next frame.
  private mutating func expectGap(_ step: Step) {
    defer { wasRunning = step.machine.capture.state == .running }
    switch step.event {
    case .device(.failed(let failure)) where failure.role == .camera && wasRunning:
      // Where it was time for a pause as well, nothing was to be delivered any more.
      if case .paused = step.machine.capture.state { break }
      failedAt = failedAt ?? step.now
    case .camera(.frame): isOver = failedAt != nil
    case .started, .deadline, .device, .camera, .accelerometer, .edge, .photo, .store, .console,
      .voice,
      .measured, .signal, .reconfigured:
      break
    }
  }

  /// What memory shows of a store that is closed, the medium need not have; a store that opens tells what it has.
  ///
  /// - Returns: whether it has just been opened. What is noted in that turn is counted already, if it was recorded.
  private mutating func recount(
    _ step: Step, _ evidence: EvidenceRule
  ) throws(Violation) -> Bool {
    guard case .device(.opened(.store)) = step.event, step.board.isStoreOpen else { return false }
    count = try evidence.gapCount()
    return true
  }

  /// What was noted in the turn in which the store was opened was recorded, or not.
  private mutating func settle(_ event: Event) {
    switch event {
    case .store(.noted):
      recorded.formUnion(untold)
      owed.subtract(untold)
    case .store(.notNoted): owed.formUnion(untold)
    case .started, .deadline, .device, .camera, .accelerometer, .edge, .photo, .store, .console,
      .voice,
      .measured, .signal, .reconfigured:
      return
    }
    untold.removeAll()
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

  /// What is noted may be recorded later, but it is noted as soon as nothing else is under way.
  private mutating func takeNoted(_ gaps: [Gap]) {
    guard let failedAt, gaps.contains(where: { $0.from <= failedAt && failedAt <= $0.to }) else {
      return
    }
    (self.failedAt, isOver) = (nil, false)
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
    guard isFree, !owed.isEmpty || isOver else { return rested = .zero }
    rested = rested + min(step.now - (lastTurn ?? step.now), GapRule.longestTurn)
    guard rested > GapRule.patience else { return }
    throw Violation(Self.self, "a gap that could not be recorded was forgotten")
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
