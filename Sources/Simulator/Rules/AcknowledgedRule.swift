import Core
import Evidence

/// What people were told is so, whatever ended since, until they are told something else: which pieces are there, and
/// with which files; their titles, decisions and locks; what things are called, no two of them the same; what is set;
/// and what is gone for good.
///
/// What people alone say is so of nothing else. It outlives the program and the boot, as what it looks at does.
struct AcknowledgedRule {
  private var told = AcknowledgedFacts()
  private var changes = AskedChanges()
  private var redaction = RedactionRule()
  private var hole: HoleRule

  /// A rule for the store on `medium`.
  init(_ medium: ForgetfulMedium) {
    hole = HoleRule(medium)
  }

  mutating func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    try redaction.check(step, evidence)
    try hole.check(step, evidence)
    let answer = changes.answer(in: step.event)
    changes.note(step.effects)
    if case .made(let asked, let news, let undone)? = answer {
      told.apply(asked, news, undone)
      try check(news, of: undone)
    }
    let stored = step.event.storedPiece
    guard answer != nil || stored != nil || step.effects.contains(where: \.isDrop) else { return }
    let there = try facts(evidence)
    if let stored { told.addPiece(stored, in: there) }
    // What is still to come back can't be as people were told.
    if hole.isOpen {
      if case .opened(let doubted)? = answer { told.doubt(doubted) }
      return
    }
    if case .opened(let doubted)? = answer {
      told = try compared(to: there, doubted)
    } else if changes.areAnswered {
      // What was changed in the same turn is told in the next.
      _ = try compared(to: there, changes.doubted)
    } else {
      return
    }
    told.complete(by: there)
  }

  /// People hear which pieces an undo took back, or of which thing.
  private func check(_ news: Phrase, of undone: UndoStep?) throws(Violation) {
    guard let undone, case .capture(let first, _, _) = undone.subject else { return }
    let words = undone.outcome.english
    guard news.english.hasPrefix(words), words.contains("\(first)") else {
      throw Violation(Self.self, "what was undone is not said: \(news.english)")
    }
  }

  /// All is as people were told when the program is at its end.
  func checkEnd(_ evidence: EvidenceRule) throws(Violation) {
    try hole.checkEnd()
    _ = try compared(to: facts(evidence), changes.unknown)
  }

  /// The database was made anew after `hole` came into it.
  mutating func note(_ hole: Hole) {
    told.lose(hole)
    redaction.forgetTyped()
    self.hole.note(hole)
  }

  /// Notes the changes that were asked for, be it in a turn of which nobody saw the end.
  mutating func note(_ effects: [Effect]) {
    changes.note(effects)
  }

  private func facts(_ evidence: EvidenceRule) throws(Violation) -> AcknowledgedFacts {
    try evidence.read { archive throws(Failure) in try AcknowledgedFacts(of: archive) }
  }

  /// What people were told, with those of the changes in doubt that were made.
  private func compared(
    to there: AcknowledgedFacts, _ doubted: [AskedChanges.Asked]
  ) throws(Violation) -> AcknowledgedFacts {
    if let label = there.sharedLabel {
      throw Violation(Self.self, "two things are called \(label)")
    }
    var expected = told
    for asked in doubted {
      if expected.difference(from: there) == nil { return expected }
      expected.apply(asked, nil, nil)
    }
    guard let difference = expected.difference(from: there) else { return expected }
    throw Violation(Self.self, difference)
  }
}

extension Event {
  /// The piece that it tells is stored.
  fileprivate var storedPiece: Int? {
    switch self {
    case .photo(.stored(_, let piece, _)), .clip(.stored(let piece, _)),
      .store(.importing(.stored(let piece, _))):
      piece.number
    default: nil
    }
  }
}

extension Effect {
  fileprivate var isDrop: Bool { if case .photo(.drop) = self { true } else { false } }
}
