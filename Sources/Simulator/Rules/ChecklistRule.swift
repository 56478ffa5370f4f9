import Core
import Evidence

/// A stored piece ticks an item unless nothing is open, or it is of a thing that was the current one before; and only pieces
/// that are there tick any.
struct ChecklistRule {
  func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    switch step.event {
    case .photo(.stored(_, let piece, _)):
      // What was changed in the same turn may have left it another list.
      if step.effects.contains(where: \.isStoreChange) { return }
      let list = try list(evidence)
      if case .thing(_, let label) = list.subject,
        try evidence.read({ archive throws(Failure) in try archive.piece(piece.number) })?.thing
          != label
      {
        return
      }
      guard list.openCount == 0 || list.pieces.contains(piece.number) else {
        throw Violation(Self.self, "piece \(piece.number) ticks nothing, and something is open")
      }
    case .store(.changed): _ = try list(evidence)
    case .started, .deadline, .device, .camera, .accelerometer, .edge, .photo, .clip, .store,
      .console, .voice, .hook, .measured, .signal, .reconfigured:
      break
    }
  }

  /// The list, whose pieces are there.
  private func list(_ evidence: EvidenceRule) throws(Violation) -> Checklist {
    let (list, gone) = try evidence.read { archive throws(Failure) in
      let list = try archive.checklist()
      let deleted = Set(try archive.pieces().filter(\.isDeleted).map(\.number))
      return (list, list.pieces.first { deleted.contains($0) })
    }
    if let gone { throw Violation(Self.self, "deleted piece \(gone) ticks an item") }
    return list
  }
}

extension Effect {
  fileprivate var isStoreChange: Bool { if case .store(.change) = self { true } else { false } }
}

extension Checklist {
  /// The numbers of the pieces that tick its items.
  fileprivate var pieces: [Int] {
    items.compactMap { item in
      if case .ticked(let piece) = item.mark { piece } else { nil }
    }
  }
}
