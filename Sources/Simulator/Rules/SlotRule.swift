import Core
import Evidence

/// A slot of the current thing is filled exactly while the store has a clip for it that is long enough and not deleted,
/// and the machine knows that once it has asked.
struct SlotRule {
  /// Whether something may have become of pieces since they were last compared.
  private var isDue = true
  /// Of each measurement that was asked for and not told, whether it is still true.
  private var asked: [Bool] = []

  mutating func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    var isTrue = false
    if case .measured(.all(let measurements)) = step.event, !asked.isEmpty {
      isTrue = asked.removeFirst() && measurements.thing != nil
    }
    for effect in step.effects {
      if effect == .measure(.all) { asked.append(true) }
      guard effect.changesPieces else { continue }
      (isDue, isTrue) = (true, false)
      asked = asked.map { _ in false }
    }
    guard isDue, isTrue else { return }
    isDue = false
    try compare(step.machine.slots.fills, evidence)
  }

  private func compare(_ fills: SlotFills?, _ evidence: EvidenceRule) throws(Violation) {
    guard let fills else { return }
    let clips = try evidence.read { archive throws(Failure) in
      let thing = try archive.currentThing().label
      return try archive.pieces().filter { $0.thing == thing && $0.kind == "clip" && !$0.isDeleted }
    }
    var expected: [Slot: Int] = [:]
    for piece in clips where !piece.isPurged {
      guard let clip = piece.clip, let slot = clip.slot, clip.length >= .seconds(1) else {
        continue
      }
      expected[slot] = max(expected[slot] ?? 0, piece.number)
    }
    // Whether one that was purged had been deleted before, its state does not tell.
    let purged = Set(clips.filter(\.isPurged).map(\.number))
    for (slot, piece) in fills.pieces where purged.contains(piece) { expected[slot] = piece }
    guard fills.pieces == expected else {
      throw Violation(
        Self.self,
        "slots are filled by \(fills.pieces.values.sorted()), not by \(expected.values.sorted())")
    }
  }
}

extension Effect {
  /// Whether it may make pieces, or change what is said of them.
  fileprivate var changesPieces: Bool {
    switch self {
    case .store(.change), .store(.settle), .clip(.finish), .store(.makeRoom), .device: true
    case .store, .clip, .camera, .accelerometer, .photo, .output, .voice, .hook, .console,
      .service, .measure:
      false
    }
  }
}
