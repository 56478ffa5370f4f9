import Core
import Evidence

/// Every file of an import that comes to its end has its answer, and none is stored twice.
struct ImportRule {
  /// Files of the import under way that have no answer yet; nil while none is.
  private var left: Int?

  mutating func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    if case .store(.importing(let event)) = step.event { try take(event, evidence) }
    for case .store(let effect) in step.effects {
      switch effect {
      case .beginImport(.path(let path), _, _): left = ImportSamples.fileCount(at: path)
      case .endImport: left = nil
      default: break
      }
    }
  }

  private mutating func take(
    _ event: Event.Import, _ evidence: EvidenceRule
  ) throws(Violation) {
    switch event {
    case .copies, .copied, .failed, .wantsFile, .restored: break
    case .there, .passedOver: left = left.map { $0 - 1 }
    case .stored(let piece, _):
      left = left.map { $0 - 1 }
      try checkAlone(piece, evidence)
    case .complete:
      guard left == 0 else {
        throw Violation(Self.self, "an import is over, and \(left ?? 0) files have no answer")
      }
    }
  }

  /// What is deleted may be brought again, and nothing else.
  private func checkAlone(
    _ piece: StoredPiece, _ evidence: EvidenceRule
  ) throws(Violation) {
    let same = try evidence.read { archive throws(Failure) in
      try archive.pieces().filter { $0.sha256 == piece.sha256 && !$0.isDeleted && !$0.isPurged }
    }
    guard same.map(\.number) == [piece.number] else {
      throw Violation(Self.self, "pieces \(same.map(\.number)) are one file")
    }
  }
}
