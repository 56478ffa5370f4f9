import Core
import Evidence

/// What the machine holds of the store is what the store says when it is asked anew, as soon as the machine has heard
/// all that there was to tell.
struct FactsRule {
  /// Whether something may have changed since they were last compared.
  private var isDue = false

  mutating func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    isDue = isDue || step.effects.contains(where: \.changesStore)
    guard isDue, !step.board.owesFacts else { return }
    isDue = false
    guard step.board.isStoreOpen else { return }
    // What can't be read now is told when it can.
    guard let facts = step.machine.facts else { return isDue = true }
    guard facts.slots == step.machine.slots.fills else {
      throw Violation(Self.self, "the machine knows of other slots than those that it was told of")
    }
    try compare(facts, with: try evidence.read { archive throws(Failure) in try State(archive) })
  }

  private func compare(_ facts: StoreFacts, with state: State) throws(Violation) {
    try expect(facts.head, state.head, "the latest record")
    try expect(facts.thing.number, state.thing.number, "the current thing's number")
    try expect(facts.thing.label, state.thing.label, "the current thing")
    try expect(facts.pieceCount, state.present.count, "the number of pieces")
    try expect(facts.thing.pieceCount, state.ofThing.count, "the number of the thing's pieces")
    try expect(facts.thing.titlePicture, state.titlePicture, "the title picture")
    try expect(facts.checklist, state.checklist, "the checklist")
    try expect(facts.unusual, state.unusual, "what is not plainly stored")
    try expect(facts.upkeep.purgeAt != nil, state.hasPurgeable, "whether something is deleted")
    if let slots = facts.slots {
      try expect(slots.pieces, state.fills(slots), "what fills the slots")
    }
  }

  private func expect<Value: Equatable>(
    _ told: Value, _ asked: Value, _ name: String
  ) throws(Violation) {
    guard told != asked else { return }
    throw Violation(Self.self, "\(name): the machine was told \(told), the store says \(asked)")
  }
}

/// The store as it is when somebody looks at all of its pieces.
private struct State {
  let head: String
  let thing: Thing
  let pieces: [Piece]
  let checklist: Checklist
  let unusual: [UnusualPieces]

  init(_ archive: borrowing Archive) throws(Failure) {
    (head, thing) = (try archive.head().text, try archive.currentThing())
    (pieces, checklist) = (try archive.pieces(), try archive.checklist())
    unusual = try archive.unusual()
  }

  var present: [Piece] { pieces.filter { !$0.isDeleted && !$0.isPurged } }

  var ofThing: [Piece] { present.filter { $0.thing == thing.label } }

  /// The first whose file is there.
  var titlePicture: Int? {
    let pictures = ofThing.filter { ["photo", "document"].contains($0.kind) }
    return pictures.filter { $0.state != "missing" }.min { $0.record < $1.record }?.number
  }

  var hasPurgeable: Bool { pieces.contains { $0.isDeleted && !$0.isLocked } }

  /// The newest long clips that are not deleted.
  ///
  /// Whether one that was purged had been deleted before, its state does not tell.
  func fills(_ told: SlotFills) -> [Slot: Int] {
    let clips = pieces.filter { $0.thing == thing.label && $0.kind == "clip" && !$0.isDeleted }
    var fills: [Slot: Int] = [:]
    for piece in clips where !piece.isPurged {
      guard let clip = piece.clip, let slot = clip.slot, clip.length >= .seconds(1) else {
        continue
      }
      fills[slot] = max(fills[slot] ?? 0, piece.number)
    }
    let purged = Set(clips.filter(\.isPurged).map(\.number))
    for (slot, piece) in told.pieces where purged.contains(piece) { fills[slot] = piece }
    return fills
  }
}

extension Effect {
  /// Whether the store may come to something else by it.
  fileprivate var changesStore: Bool {
    switch self {
    case .store, .clip(.begin), .clip(.finish), .clip(.giveUp), .photo(.store), .device: true
    case .clip, .camera, .accelerometer, .photo, .output, .voice, .hook, .console, .service,
      .measure:
      false
    }
  }
}
