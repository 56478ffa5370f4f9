import Core

/// What people change of things and pieces.
extension Store {
  /// Makes `change`, as `requester` asked, at the moment `now`: when this returns it survives a power cut.
  ///
  /// Blocks in a flush of the disk. A failure of the kind `refused` has changed nothing and says why; one of the kind
  /// `storeLocked` can be tried again; after any other nobody knows whether the change was made.
  ///
  /// - Returns: what people should hear of it.
  package mutating func make(
    _ change: StoreChange, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    let news = try carryOut(change, for: requester, at: now)
    pointLatest()
    return news
  }

  private mutating func carryOut(
    _ change: StoreChange, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    switch change {
    case .addThing(let label, let category, let collects):
      return try addThing(label, in: category, collects: collects, for: requester, at: now)
    case .useThing(let reference):
      return try use(archive.thing(reference), for: requester, at: now)
    case .nextThing(let goesThrough, let collects):
      return try nextThing(
        goesThrough: goesThrough, collects: collects, for: requester, at: now)
    case .setThing(let field, let value, let reference):
      return try set(field, value, of: named(reference), for: requester, at: now)
    case .deleteThing(let reference):
      return try delete(named(reference), for: requester, at: now)
    case .undeleteThing(let reference):
      return try undelete(deleted(reference), for: requester, at: now)
    case .deletePieces(let numbers, let isForGood):
      return try delete(numbers, isForGood: isForGood, for: requester, at: now)
    case .undeletePieces(let numbers): return try undelete(numbers, for: requester, at: now)
    case .lockPieces(let numbers, let isLocked):
      return try lock(numbers, isLocked, for: requester, at: now)
    case .titlePiece(let number, let title):
      return try setTitle(of: number, to: title, for: requester, at: now)
    case .decidePieces(let numbers, let decision):
      return try decide(numbers, decision, for: requester, at: now)
    case .addOptions(let number, let options):
      return try add(options, to: number, for: requester, at: now)
    case .confirmOption(let number, let choice, let setsTitle):
      return try confirm(choice, of: number, setsTitle: setsTitle, for: requester, at: now)
    case .denyOption(let number, let choice):
      return try deny(choice, of: number, for: requester, at: now)
    case .addExamination(let number, let examination):
      return try add(examination, to: number, for: requester, at: now)
    case .changeFaces(let number, let action):
      return try changeFaces(of: number, by: action, for: requester, at: now)
    case .undoFaces(let number): return try undoFaces(of: number, for: requester, at: now)
    case .useLabel(let label, let number, let collects):
      return try useLabel(label, of: number, collects: collects, for: requester, at: now)
    case .piecesExported(let numbers, let sha256, let medium):
      return try noteExported(numbers, sha256, on: medium, for: requester, at: now)
    case .exportMade(let export): return try note(export, for: requester, at: now)
    case .copyRedacted(let copy): return try note(copy, for: requester, at: now)
    case .purge: return try purgeDeleted(at: now)
    case .remove(let removal): return try remove(removal, for: requester, at: now)
    case .redact(let choice, let asked):
      return try redact(choice, asked: asked, for: requester, at: now)
    case .checklist(let action, let item):
      return try wish(action, item, for: requester, at: now)
    case .setRequest(let number, let status):
      return try setRequest(number, to: status, for: requester, at: now)
    case .keep(let settings, let news):
      try keep(settings, for: requester, at: now)
      return news
    // Whoever holds the store closes and opens it for that, or reads or draws the file.
    case .database, .importRequest, .saveFaces: throw .refused(.storeNotOpen)
    case .undo(let step): return try undo(step, for: requester, at: now)
    }
  }
}

/// Undo.
extension Store {
  private mutating func undo(
    _ step: UndoStep?, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    let latest = try archive.undoStep()
    guard let latest else { throw .refused(.nothingToUndo) }
    guard step.map({ $0.isSame(as: latest) }) ?? true else {
      throw .refused(Phrase("undo.meanwhile", "Something else came in between; nothing is undone."))
    }
    if case .capture = latest.subject {
      let marks = try archive.marks(of: archive.pieces(madeBy: latest.records))
      try refuseLocked(marks.filter { $0.value.isLocked }.map(\.key))
    }
    if case .thing = latest.subject {
      return try undelete(deleted(nil), for: requester, at: now)
    }
    try append([.changeUndone(latest.records, by: requester)], at: now)
    return latest.outcome
  }
}
