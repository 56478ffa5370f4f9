import Core

/// What the store comes to, as its own commits tell.
extension Store {
  /// What it comes to at the moment `now`.
  ///
  /// It is read when the store was opened, and after a rare change; the pieces that commits add are told by their own
  /// statements.
  package mutating func facts(at now: Moment) throws(Failure) -> StoreFacts {
    let summary = if let summary { summary } else { try archive.summary(of: device, at: now) }
    self.summary = summary
    var facts = summary.facts
    (facts.head, facts.isSurveyDue) = (head.text, isSurveyDue)
    (facts.upkeep.isCheckpointDue, facts.upkeep.rememberAt) = (isCheckpointDue, rememberAt)
    (facts.resumption, facts.comparison) = (resumption, comparison)
    return facts
  }
}

/// The store's facts, kept by what its commits add.
struct StoreSummary {
  private(set) var facts: StoreFacts
  /// The id of the active request.
  private let request: String?

  /// What was read when `request` was the active one.
  init(_ facts: StoreFacts, request: String?) {
    self.facts = facts
    self.request = request
  }

  /// The facts after `commit`; nil where they have to be read.
  func after(_ commit: Commit) -> StoreSummary? {
    guard commit.kinds.allSatisfy({ !$0.changesFacts }) else { return nil }
    // One is counted by its reason, the other waits to be purged; both are rare.
    guard commit.added.allSatisfy({ !$0.isAdopted && !$0.isDeleted }) else { return nil }
    var summary = self
    for piece in commit.added { summary.add(piece) }
    return summary
  }

  private mutating func add(_ piece: AddedPiece) {
    facts.pieceCount += 1
    if piece.thing == facts.thing.number { addToThing(piece) }
    let isListed =
      switch facts.checklist.subject {
      case .request: piece.request == request
      case .thing(let number, _): piece.request == nil && piece.thing == number
      }
    if isListed { facts.checklist.stored(piece.capture) }
  }

  private mutating func addToThing(_ piece: AddedPiece) {
    facts.thing.pieceCount += 1
    if let slot = piece.slot { facts.slots?.fill(slot, by: piece.number, piece.length) }
    switch piece.kind {
    case .photo, .document:
      facts.thing.titlePicture = facts.thing.titlePicture ?? piece.number
    case .clip, .imported, nil: break
    }
  }
}

extension Archive {
  /// The facts of this store, which belongs to `device`, at the moment `now`.
  func summary(of device: PublicKey, at now: Moment) throws(Failure) -> StoreSummary {
    let (thing, requests) = (try currentThing(), try requests())
    let request = requests.first { $0.status == .active }
    var current = CurrentThing(thing.number, label: thing.label)
    current.pieceCount = try pieceCounts()[thing.number] ?? 0
    current.titlePicture = try titlePicture(of: thing)
    let slots = try slots(of: thing)
    let list =
      if let request {
        try checklist(of: request)
      } else {
        try checklist(of: thing, isCollected: slots != nil)
      }
    var facts = StoreFacts(thing: current, checklist: list)
    facts.deviceID = device.deviceID
    (facts.pieceCount, facts.unusual) = (try pieceCount(), try unusual())
    facts.slots = slots
    facts.upkeep = try upkeep(at: now)
    facts.upkeep.firstDue = requests.filter { !$0.status.isFinal }.compactMap(\.file.due).min()
    return StoreSummary(facts, request: request?.id)
  }

  /// When what is deleted or exported is due.
  private func upkeep(at now: Moment) throws(Failure) -> StoreUpkeep {
    var upkeep = StoreUpkeep()
    if let first = try purgeable(atMost: 1).first {
      let age = try runningTime(since: first.deletion, at: now)
      upkeep.purgeAt = now.instant + (Store.deletionsLast - age)
      upkeep.roomAt = now.instant + (Store.deletionsStay - age)
    }
    if try !spare(1).isEmpty { upkeep.roomAt = .zero }
    return upkeep
  }
}

extension Record.Kind {
  /// Those after which the store's facts are what they were, but for the pieces that they add.
  private static let keepingFacts = Set(
    (captures + [
      historyResumed, programStarted, programStopped, storeReopened, storeRebuilt, storeReset,
      configurationChanged, settingChanged, settingKept, clockTold, clockSynchronised, cameraOpened,
      captureGap, photoFailed, pieceBegun, numberSpent, fileRejected, recordsKept, thingRestored,
      pieceOptions, optionDenied, pieceExamined, facesChanged, facesUndone,
    ]).map(\.name))

  /// Whether it changes the store's facts by more than the pieces that it adds.
  fileprivate var changesFacts: Bool { !Record.Kind.keepingFacts.contains(name) }
}
