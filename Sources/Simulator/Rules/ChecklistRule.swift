import Core
import Evidence

/// A stored photo ticks an item unless nothing is open that takes it, or it is of a thing that was the current one before;
/// and only pieces that are there, and were not denied, tick any.
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
      let capture = Checklist.Capture(piece.number, piece.crop == nil ? .photo : .document)
      guard list.item(for: capture) == nil || list.pieces.contains(piece.number) else {
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
      let away = try archive.pieces().filter { $0.isDeleted || $0.decision == "denied" }
      let gone = Set(away.map(\.number))
      return (list, list.pieces.first { gone.contains($0) })
    }
    if let gone { throw Violation(Self.self, "deleted or denied piece \(gone) ticks an item") }
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
