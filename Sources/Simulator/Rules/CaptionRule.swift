import Core
import Evidence

/// Titles and decisions are those that people were told of, and no others; a power cut changes none.
///
/// It outlives the program and the boot, as what it looks at does.
struct CaptionRule {
  /// What people say of a piece.
  fileprivate struct Caption: Hashable {
    var title: String?
    var decision: String?
    /// The option by which an analyser decided it.
    var certainty: String?
  }

  private var told: [Int: Caption] = [:]
  private var changes = AskedChanges()

  mutating func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    switch changes.answer(in: step.event) {
    case .made(let asked)?:
      CaptionRule.apply(asked, to: &told)
      // One more that was made in the same turn is told in the next.
      if asked.change.isCaption, !step.effects.contains(where: \.isCaption) {
        _ = try present(evidence, changes.doubted)
      }
    case .opened(let doubted)?: told = try present(evidence, doubted)
    case nil: break
    }
    changes.note(step.effects)
  }

  /// Notes the changes that were asked for, be it in a turn of which nobody saw the end.
  mutating func note(_ effects: [Effect]) {
    changes.note(effects)
  }

  /// What is there: that which people were told of, with some of the changes in doubt or without.
  private func present(
    _ evidence: EvidenceRule, _ doubted: [AskedChanges.Asked]
  ) throws(Violation) -> [Int: Caption] {
    let there = try CaptionRule.captions(evidence)
    var expected = told
    for asked in doubted {
      if there == expected.filter(\.value.isThere) { return expected }
      CaptionRule.apply(asked, to: &expected)
    }
    let wanted = expected.filter(\.value.isThere)
    if there == wanted { return expected }
    let other = Set(there.keys).union(wanted.keys).sorted().first { there[$0] != wanted[$0] }
    throw Violation(Self.self, "piece \(other ?? 0) has not the title and decision it was given")
  }

  private static func captions(_ evidence: EvidenceRule) throws(Violation) -> [Int: Caption] {
    let pieces = try evidence.read { archive throws(Failure) in try archive.pieces() }
    let captions = pieces.map { piece in
      let isCertain = piece.choice?.requester == Requester.analyser.name
      return (
        piece.number,
        Caption(
          title: piece.title, decision: piece.decision,
          certainty: isCertain ? piece.choice?.text : nil)
      )
    }
    return Dictionary(uniqueKeysWithValues: captions).filter(\.value.isThere)
  }

  private static func apply(
    _ asked: AskedChanges.Asked, to captions: inout [Int: Caption]
  ) {
    switch asked.change {
    case .titlePiece(let number, let title): captions[number, default: Caption()].title = title
    case .decidePieces(let numbers, let decision):
      for number in numbers { captions[number, default: Caption()].decide(decision) }
    case .confirmOption(let number, .text(let text), let setsTitle):
      captions[number, default: Caption()].decision = PieceDecision.confirmed.rawValue
      captions[number]?.certainty = asked.requester == .analyser ? text : nil
      if setsTitle { captions[number]?.title = text }
    case .addThing, .useThing, .nextThing, .setThing, .deleteThing, .deletePieces, .undeletePieces,
      .undeleteThing, .lockPieces, .piecesExported, .purge, .remove, .database, .undo, .checklist,
      .importRequest,
      .setRequest, .keep, .confirmOption(_, .number, _), .denyOption, .addOptions, .useLabel:
      break
    }
  }
}

extension CaptionRule.Caption {
  /// A person's no takes back what an analyser decided, its title too, and leaves the piece open.
  fileprivate mutating func decide(_ decision: PieceDecision?) {
    let isTakenBack = decision == .denied && certainty != nil
    if isTakenBack, title == certainty { title = nil }
    (self.decision, certainty) = (isTakenBack ? nil : decision?.rawValue, nil)
  }

  fileprivate var isThere: Bool { title != nil || decision != nil }
}

extension StoreChange {
  /// Whether it is about a title or a decision.
  fileprivate var isCaption: Bool {
    switch self {
    case .titlePiece, .decidePieces, .confirmOption: true
    case .addThing, .useThing, .nextThing, .setThing, .deleteThing, .deletePieces, .undeletePieces,
      .undeleteThing, .lockPieces, .piecesExported, .purge, .remove, .database, .undo, .checklist,
      .importRequest,
      .setRequest, .keep, .denyOption, .addOptions, .useLabel:
      false
    }
  }
}

extension Effect {
  /// Whether it is a change of a title or a decision.
  fileprivate var isCaption: Bool {
    if case .store(.change(let change, _)) = self { change.isCaption } else { false }
  }
}
