import Core
import Evidence

/// A slot of the current thing is filled exactly while the store has a clip for it that is long enough and not deleted,
/// and the machine knows that once it has asked.
struct SlotRule {
  /// Whether something became of pieces since they were last counted.
  private var isDue = true

  mutating func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    switch step.event {
    case .clip(.stored), .store(.changed), .store(.adopted): isDue = true
    case .measured(.all(let measurements)):
      // What was done in the same turn came after the measurement.
      guard isDue, measurements.thing != nil, !step.effects.contains(where: \.changesPieces) else {
        return
      }
      isDue = false
      try compare(step.machine.slots.fills, evidence)
    case .started, .deadline, .device, .camera, .accelerometer, .edge, .photo, .clip, .store,
      .console, .voice, .hook, .measured, .signal, .reconfigured:
      break
    }
  }

  private func compare(_ fills: SlotFills?, _ evidence: EvidenceRule) throws(Violation) {
    guard let fills else { return }
    let pieces = try evidence.read { archive throws(Failure) in
      let thing = try archive.currentThing().label
      return try archive.pieces().filter { $0.thing == thing && $0.kind == "clip" && !$0.isDeleted }
    }
    var expected: [Slot: Int] = [:]
    for piece in pieces {
      guard let clip = piece.clip, let slot = clip.slot, clip.length >= .seconds(1) else {
        continue
      }
      expected[slot] = max(expected[slot] ?? 0, piece.number)
    }
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
    case .store(.change), .store(.settle), .clip(.finish), .store(.makeRoom): true
    case .store, .clip, .device, .camera, .accelerometer, .photo, .output, .voice, .hook, .console,
      .service, .measure:
      false
    }
  }
}
