import Core

/// Nothing that is stored goes away but by a change that a person asked for; and by the button only by two separate
/// presses, of which the second comes within the time of the question that the first has asked.
struct RemovalRule {
  private var count = 0
  /// When people were asked last, while they are.
  private var askedAt: Instant?
  /// Whether a press has come since, in time.
  private var isAnswered = false
  /// Whether the store was asked for that.
  private var isUndoing = false
  /// Whether a change that takes pieces away was made since pieces were counted.
  private var mayRemove = false
  /// Whether nobody knows if the latest change was made: the store has failed, and tells when it is open again.
  private var isInDoubt = false
  private var isOpenedAgain = false
  /// Whether the store was asked for room, and has not said yet what came of it.
  private var isMakingRoom = false

  /// Looks into the store after every turn in which something came of a gesture.
  mutating func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    if case .edge(let edge) = step.event { hear(edge) }
    // Until it is done it may be tried again.
    if case .store(.changed) = step.event, isUndoing {
      (askedAt, isAnswered, isUndoing) = (nil, false, false)
    }
    if case .store(.notChanged) = step.event { isUndoing = false }
    switch step.event {
    case .store(.notChanged(let failure)) where failure.leavesDoubt: doubt()
    case .device(.failed(let failure)) where failure.role == .store && isMakingRoom: doubt()
    case .store(.found): isMakingRoom = false
    case .device(.opened(.store)): isOpenedAgain = true
    default: break
    }
    for effect in step.effects { try take(effect, at: step.now) }
    guard step.board.isStoreOpen, step.effects.contains(where: \.isOutcome) else { return }
    let present = try evidence.pieceCount()
    if isOpenedAgain { isInDoubt = false }
    defer { (count, mayRemove) = (present, isInDoubt) }
    guard present < count, !mayRemove else { return }
    throw Violation(Self.self, "\(count - present) stored photos have vanished")
  }

  private mutating func doubt() {
    (isInDoubt, mayRemove, isOpenedAgain, isMakingRoom) = (true, true, false, false)
  }

  private mutating func hear(_ edge: Edge) {
    guard edge.direction == .pressed, let askedAt else { return }
    isAnswered =
      isAnswered || edge.stamped >= askedAt && edge.stamped - askedAt <= UndoQuestion.patience
  }

  private mutating func take(_ effect: Effect, at now: Instant) throws(Violation) {
    switch effect {
    case .console(.announce(let phrase, _)) where phrase.key == "undo.asked":
      (askedAt, isAnswered) = (now, false)
    case .store(.change(.undo, by: .button)):
      guard isAnswered else {
        throw Violation(Self.self, "the button undid something that nobody had answered for")
      }
      (mayRemove, isUndoing) = (true, true)
    // What may go for its room is another rule's business.
    case .store(.makeRoom): (mayRemove, isMakingRoom) = (true, true)
    case .store(.change(let change, let requester)) where change.takesAway:
      guard requester != .button else {
        throw Violation(Self.self, "a press alone asked for \(change)")
      }
      mayRemove = true
    case .device, .camera, .accelerometer, .photo, .clip, .store, .output, .voice, .hook, .console,
      .service, .measure:
      break
    }
  }
}

extension Failure {
  /// Whether nobody knows what became of a change: the store is opened again then, and tells.
  fileprivate var leavesDoubt: Bool {
    switch kind {
    case .refused, .storeLocked, .noRoom: false
    case .plain, .unusableFrame, .rawSensor, .newerStore: true
    }
  }
}

extension StoreChange {
  /// Whether pieces may not be there after it that were before.
  fileprivate var takesAway: Bool {
    switch self {
    case .deleteThing, .deletePieces, .remove, .undo: true
    case .addThing, .useThing, .nextThing, .setThing, .undeleteThing, .undeletePieces, .lockPieces,
      .titlePiece,
      .decidePieces, .addOptions, .confirmOption, .denyOption, .useLabel, .piecesExported, .purge,
      .database, .checklist, .importRequest, .setRequest, .keep:
      false
    }
  }
}

extension Effect {
  /// Whether it may be what a gesture came to: people hear of it, or a picture is dropped.
  fileprivate var isOutcome: Bool {
    switch self {
    case .console(.announce), .photo(.drop): true
    default: false
    }
  }
}
