/// Changes of things and pieces, from the wish to the answer.
extension Machine {
  /// Has `change` made as soon as nothing has to wait for it.
  ///
  /// Who asked hears what came of it.
  mutating func ask(for change: StoreChange, by requester: Requester) {
    let wish = ChangeQueue.Wish(
      change: settings.study.isConfigured ? change.collecting : change, requester: requester)
    if let problem = problem(of: wish) { return refuse(wish, problem) }
    if !changes.add(wish) { refuse(wish, .tooManyChanges) }
  }

  /// Has a change made that waits for that, once it is noted to which thing a capture belongs that was asked for before.
  mutating func settleChanges() {
    changes.note(thing: mirror.thing?.number)
    for wish in changes.waiting {
      guard let problem = lateProblem(of: wish) else { continue }
      changes.remove(wish)
      refuse(wish, problem)
    }
    guard changes.isDue, published.storeAnswers else { return }
    if mayFlushBetweenPhotos || isChangeAwaited && indicator.shineAt(now) == nil {
      changes.offer(&steps)
    }
  }

  /// Why a change that waits can't be made any more; nil where it can.
  ///
  /// What was asked for before a capture is made before its first piece, but for what concerns the database as a whole.
  private func lateProblem(of wish: ChangeQueue.Wish) -> Phrase? {
    wish.change.isOfDatabase ? problem(of: wish) : published.storeProblem
  }

  /// A change was made, and people hear `news` of it; an undo took back `undone`.
  mutating func changed(_ news: Phrase, _ undone: UndoStep?) {
    guard let wish = changes.answered() else { return }
    lock.forget()
    settleReview(after: wish.change, undone)
    settleOptions(after: wish.change)
    settleUndo(after: wish.change)
    if case .undo = wish.change { steps.show(.sign(.cancelled)) }
    if case .nextThing = wish.change { steps.show(.sign(.next)) }
    // Files and rows are compared as after any opening.
    if wish.change.opensStore { survey.beginAnew() }
    if case .keep(let settings, _) = wish.change { own.kept(settings) }
    if wish.change.resetsStore { own.forgetHeld() }
    tell(news, of: wish)
    close(wish)
    steps.add(.measure(.all))
  }

  /// Tells what came of `wish`: what only concerns consoles and programs startles nobody else.
  private mutating func tell(_ news: Phrase, of wish: ChangeQueue.Wish) {
    if case .addOptions = wish.change { return steps.log(.info, "Store", news) }
    if case .addExamination(let number, _) = wish.change, wish.requester == .analyser,
      !hooks.search.takeNews(of: number)
    {
      return steps.log(.info, "Store", news)
    }
    if case .keep = wish.change {
      steps.log(.info, "Settings", news)
      return steps.say(news, to: wish.requester.session)
    }
    // Whoever asked at a console reads what came of it by the sentence's key.
    let told = wish.requester == .button ? withNextSlot(news) : news
    let spoken = wish.change.isOfProgram ? nil : told
    steps.report(.info, "Store", told, spoken: spoken, to: wish.requester.session)
  }

  /// The change that was asked for was not made, as far as the store knows.
  mutating func notChanged(_ failure: Failure) {
    if bears(failure) { return changes.putBack() }
    guard let wish = changes.answered() else { return }
    refuse(wish, failure.phrase)
    switch failure.kind {
    case .refused, .storeLocked: break
    case .noRoom: steps.add(.measure(.all))
    case .plain, .unusableFrame, .rawSensor, .noRoomThere, .noStore, .newerStore: failed(failure)
    }
  }

  /// Why `change` can't be made now; nil where it can, or soon.
  ///
  /// What a program tells of copies waits for the photos that fall due soon.
  func problem(of wish: ChangeQueue.Wish) -> Phrase? {
    let change = wish.change
    if !wish.isOfProgram, !published.isEnding, let busy = published.activity.forbidsChange(at: now)
    {
      return busy
    }
    return change.isOfDatabase ? databaseProblem ?? published.storeProblem : published.storeProblem
  }

  private mutating func refuse(_ wish: ChangeQueue.Wish, _ reason: Phrase) {
    if let number = wish.change.answeredPiece, !isAnswered(number) { asking.putBack(number) }
    switch wish.requester {
    case .console(let session):
      steps.refuse(reason, to: session)
      close(wish)
    // Nobody has asked for it, so nobody is to be startled.
    case .analyser:
      steps.log(.info, "Options", reason)
      if let number = wish.change.clarifiedPiece { guessed(number) }
    case .button, .signal, .start, .wake, .bundle, .clock: refuse(reason)
    }
  }

  /// Whether the store is still to note what was answered about the piece `number`.
  private func isAnswered(_ number: Int) -> Bool {
    changes.wishes.contains { $0.change.answeredPiece == number }
  }

  private mutating func close(_ wish: ChangeQueue.Wish) {
    if let session = wish.requester.session { steps.ended(session) }
  }
}

extension ChangeQueue.Wish {
  /// Whether no person waits for it.
  fileprivate var isOfProgram: Bool { change.isOfProgram || requester == .analyser }
}

extension StoreChange {
  /// It, with clips to be recorded of a new thing for a study.
  fileprivate var collecting: StoreChange {
    if case .addThing(let label, let category, _) = self {
      return .addThing(label: label, category, collects: true)
    }
    if case .nextThing(let goesThrough, _) = self {
      return .nextThing(goesThrough: goesThrough, collects: true)
    }
    if case .useLabel(let label, let piece, _) = self {
      return .useLabel(label, of: piece, collects: true)
    }
    return self
  }

  /// The piece about whose options it answers; nil where it answers nothing.
  fileprivate var answeredPiece: Int? {
    switch self {
    case .confirmOption(let number, _, _), .denyOption(let number, _): number
    default: nil
    }
  }

  /// Whether pieces or things go or come back by it.
  var takesOrBringsBack: Bool {
    switch self {
    case .deleteThing, .undeleteThing, .deletePieces, .undeletePieces, .purge, .remove, .undo,
      .database:
      true
    case .addThing, .useThing, .nextThing, .setThing, .lockPieces, .titlePiece, .decidePieces,
      .addOptions, .confirmOption, .denyOption, .useLabel, .piecesExported, .exportMade,
      .copyRedacted,
      .checklist, .importRequest, .setRequest, .keep, .redact, .addExamination, .changeFaces,
      .undoFaces, .saveFaces:
      false
    }
  }

  /// Whether it is what a program on the board has found out, and no person's wish.
  fileprivate var isOfProgram: Bool {
    switch self {
    case .piecesExported, .exportMade, .copyRedacted: true
    default: false
    }
  }

  /// Whether it concerns the database as a whole.
  fileprivate var isOfDatabase: Bool { if case .database = self { true } else { false } }

  /// Whether the store forgets by it what records don't tell.
  fileprivate var resetsStore: Bool {
    self == .database(.reset) || self == .database(.resetKeepingSettings)
  }

  /// Whether the store is opened anew by it.
  fileprivate var opensStore: Bool { isOfDatabase && self != .database(.update) }
}

extension Phrase {
  static let tooManyChanges = Phrase(
    "change.too-many", "Too many changes wait for the card already; ask again in a moment.")
}
