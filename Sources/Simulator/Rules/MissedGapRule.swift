import Core

/// What the camera failed to deliver is noted as a gap as soon as nothing else is under way.
struct MissedGapRule {
  /// When the camera failed while it should have delivered; nil once the gap that follows was noted.
  private var failedAt: Instant?
  /// Whether that gap is over.
  private var isOver = false
  /// Whether the camera should have delivered after the turn before.
  private var wasRunning = false
  /// Whether what waits to be noted is given up, the oldest first, until something is recorded.
  private var isGivenUp = false
  /// How long nothing has kept the gap from being noted.
  private var opportunity = NoteOpportunity()

  mutating func check(_ step: Step) throws(Violation) {
    for case .store(.note(let notes)) in step.effects { take(notes.compactMap(\.gap)) }
    noteLoss(step)
    expectGap(step)
    guard opportunity.isOver(for: isOver, step) else { return }
    throw Violation(Self.self, "the camera delivered nothing for a while, and no gap was noted")
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
    case .started, .deadline, .device, .camera, .accelerometer, .edge, .photo, .clip, .store,
      .console,
      .voice, .hook, .measured, .signal, .reconfigured:
      break
    }
  }

  private mutating func take(_ gaps: [Gap]) {
    guard let failedAt, gaps.contains(where: { $0.from <= failedAt && failedAt <= $0.to }) else {
      return
    }
    forget()
  }

  /// One that is over waits with other notes, and may be given up with them.
  private mutating func noteLoss(_ step: Step) {
    if case .store(.noted) = step.event { isGivenUp = false }
    if step.effects.contains(where: \.givesNotesUp) { isGivenUp = true }
    if isGivenUp, isOver { forget() }
  }

  private mutating func forget() { (failedAt, isOver) = (nil, false) }
}

/// How long the store could have been asked to record something, since the latest try.
struct NoteOpportunity {
  /// Longer than the longest wait for a lock.
  private static let patience = Duration.seconds(10)
  /// A longer turn is a stall, in which nothing can be recorded.
  private static let longestTurn = Duration.seconds(1)

  private var lasted = Duration.zero
  private var lastTurn: Instant?

  /// Whether it was long enough after `step`, if something is waiting.
  mutating func isOver(for isWaiting: Bool, _ step: Step) -> Bool {
    defer { lastTurn = step.now }
    if case .store(.notNoted) = step.event { lasted = .zero }
    guard isWaiting, isGiven(step) else {
      lasted = .zero
      return false
    }
    lasted = lasted + min(step.now - (lastTurn ?? step.now), NoteOpportunity.longestTurn)
    return lasted > NoteOpportunity.patience
  }

  private func isGiven(_ step: Step) -> Bool {
    step.board.isStoreOpen && step.machine.shutter.series == nil && step.machine.storing.isEmpty
      && step.machine.recorder.isAtRest && step.machine.situation != .shuttingDown
      && !step.machine.isFinished
  }
}

extension Note {
  /// The gap that it tells of.
  var gap: Gap? { if case .gap(let gap) = self { gap } else { nil } }
}

extension Effect {
  /// Whether it tells that some of what waited for the store is given up.
  var givesNotesUp: Bool {
    if case .service(.log(_, _, let phrase)) = self {
      phrase.key == "notes.given-up"
    } else {
      false
    }
  }
}
