import Core
import Evidence

/// What people hear is back is back, and no two things have one name.
struct ReturnRule {
  private var changes = AskedChanges()

  mutating func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    // One more that was made in the same turn may have taken it away again.
    if case .made(let asked)? = changes.answer(in: step.event),
      !step.effects.contains(where: \.isChange)
    {
      try check(asked.change, evidence)
    }
    changes.note(step.effects)
  }

  private func check(_ change: StoreChange, _ evidence: EvidenceRule) throws(Violation) {
    switch change {
    case .undeletePieces(let numbers):
      let pieces = try evidence.read { archive throws(Failure) in try archive.pieces() }
      for piece in pieces where piece.isDeleted && numbers.contains(piece.number) {
        throw Violation(Self.self, "piece \(piece.number) was called back, and is deleted")
      }
    case .undeleteThing, .undo, .addThing, .setThing, .useLabel, .nextThing:
      let things = try evidence.read { archive throws(Failure) in try archive.things() }
      let labels = things.map { $0.label.lowercased() }
      guard Set(labels).count == labels.count else {
        throw Violation(Self.self, "two things have one name: \(labels)")
      }
    case .useThing, .deleteThing, .deletePieces, .lockPieces, .titlePiece, .decidePieces,
      .addOptions, .confirmOption, .denyOption, .piecesExported, .purge, .remove, .database,
      .checklist, .importRequest, .setRequest, .keep:
      break
    }
  }
}

extension Effect {
  /// Whether the store is to change something.
  fileprivate var isChange: Bool {
    if case .store(.change) = self { true } else { false }
  }
}
