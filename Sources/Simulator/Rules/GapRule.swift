import Core
import Evidence

/// A gap that was noted is in the store, once; or its failure is told, and it comes there later.
struct GapRule {
  /// How many gaps the store had when it was last looked at; nil: it could not be.
  private var count: Int?
  private var recorded: Set<Gap> = []
  /// Those that were noted when the store was opened, until it is told what came of them.
  private var untold: [Gap] = []
  /// Those that were noted and are not in the store, as far as was told.
  private var owed: Set<Gap> = []
  /// How many of them were in it all the same when it was opened anew: a commit that fails may come through.
  private var foundCount = 0
  /// Whether it has to be told that something was not recorded.
  private var isFailureOwed = false
  /// How long nothing has kept those that are owed from the store, since the latest try.
  private var opportunity = NoteOpportunity()

  /// A rule for the store that `evidence` looks at, before the program runs.
  init(_ evidence: EvidenceRule) {
    count = try? evidence.gapCount()
  }

  mutating func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    if case .store(.notNoted) = step.event { isFailureOwed = false }
    settle(step.event)
    try checkAnswer(step)
    if case .store(.noted) = step.event, try evidence.repeatedNoteCount() > 0 {
      throw Violation(Self.self, "a gap, or a photo that failed, is recorded twice")
    }
    let isNew = try recount(step, evidence)
    for case .store(.note(let notes)) in step.effects {
      let gaps = notes.compactMap(\.gap)
      if isNew { noteUntold(gaps) } else { try take(gaps, step, evidence) }
    }
    if step.effects.contains(where: \.givesNotesUp) { (owed, foundCount) = ([], 0) }
    guard opportunity.isOver(for: !owed.isEmpty, step) else { return }
    throw Violation(Self.self, "a gap that could not be recorded was forgotten")
  }

  /// What memory shows of a store that is closed, the medium need not have; a store that opens tells what it has.
  ///
  /// - Returns: whether it has just been opened. What is noted in that turn is counted already, if it was recorded.
  private mutating func recount(
    _ step: Step, _ evidence: EvidenceRule
  ) throws(Violation) -> Bool {
    guard case .device(.opened(.store)) = step.event, step.board.isStoreOpen else { return false }
    let now = try evidence.gapCount()
    // One that is not there yet has none that could be found again.
    foundCount += max(0, now - (count ?? now))
    count = now
    return true
  }

  /// What was noted in the turn in which the store was opened was recorded, or not.
  private mutating func settle(_ event: Event) {
    switch event {
    case .store(.noted):
      recorded.formUnion(untold)
      owed.subtract(untold)
    case .store(.notNoted): owed.formUnion(untold)
    case .started, .deadline, .device, .camera, .accelerometer, .edge, .photo, .clip, .store,
      .console,
      .voice, .hook, .measured, .signal, .reconfigured:
      return
    }
    untold.removeAll()
  }

  private func checkAnswer(_ step: Step) throws(Violation) {
    guard isFailureOwed else { return }
    var mustBeTold = step.board.isQuiet && !step.machine.isFinished
    if case .store(.noted) = step.event { mustBeTold = true }
    guard mustBeTold else { return }
    throw Violation(Self.self, "a gap was noted, is not in the store, and no failure was told")
  }

  private mutating func noteUntold(_ gaps: [Gap]) {
    untold += gaps
    // They are among those that were counted.
    if !gaps.isEmpty { foundCount = 0 }
  }

  private mutating func take(
    _ gaps: [Gap], _ step: Step, _ evidence: EvidenceRule
  ) throws(Violation) {
    let found = min(foundCount, gaps.count { owed.contains($0) })
    foundCount -= found
    let more = try newCount(step, evidence)
    guard more + found == gaps.count else {
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
    let now = try evidence.gapCount()
    defer { count = now }
    return now - (count ?? now)
  }
}
