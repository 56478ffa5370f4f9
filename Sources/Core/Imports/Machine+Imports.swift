/// Files that are taken in: while no photo has to wait for that.
extension Machine {
  mutating func importFiles(_ wish: ImportQueue.Wish) {
    if let problem = importProblem { return refuse(wish, problem) }
    if !imports.add(wish) { refuse(wish, .tooManyChanges) }
  }

  /// Has the next bit done.
  mutating func settleImports() {
    guard !imports.isEmpty else { return }
    if let problem = importProblem { endImports(problem) }
    guard let task = imports.due, published.activity.isAtRest, published.storeAnswers
    else { return }
    switch task {
    case .begin:
      guard let wish = imports.begin(at: now) else { return }
      let effect = Effect.Store.beginImport(wish.source, for: wish.session, room: importRoom)
      return steps.add(.store(effect))
    case .copy: steps.add(.store(.copyImport))
    case .place:
      guard mayFlush else { return }
      steps.flush(.store(.placeImport))
    }
    imports.ask()
  }

  mutating func receive(_ event: Event.Import) {
    guard imports.current != nil else { return }
    switch event {
    case .copies: imports.rest(at: now)
    case .copied: imports.place()
    case .stored(let piece, let name): importStored(piece, name)
    case .there(let name, let number):
      imports.found(number)
      passOver(.importThere(name.printable, number))
    case .passedOver(let reason):
      imports.passOver()
      passOver(reason)
    case .failed(let failure): importFailed(failure)
    case .wantsFile:
      imports.want()
      imports.rest(at: now)
    case .restored:
      lock.forget()
      imports.restored()
      imports.rest(at: now)
    case .complete: endImport(nil)
    }
    if let reason = imports.ending { stopImport(reason) }
  }

  /// Ends the import under way; where the store owes an answer, after that.
  private mutating func stopImport(_ reason: Phrase) {
    guard imports.current != nil else { return }
    guard !imports.isAsked else { return imports.wantEnd(reason) }
    steps.add(.store(.endImport))
    endImport(reason)
  }

  private mutating func passOver(_ reason: Phrase) {
    steps.log(.info, "Import", reason)
    if imports.current?.isForProgram == false {
      steps.say(reason, to: imports.current?.session)
    } else {
      imports.note(reason)
    }
    imports.rest(at: now)
  }

  /// Nobody wants to hear more of it: the file under way is not taken in, and none after it.
  mutating func abandonImports(of session: SessionID) {
    for wish in imports.removeWaiting(of: session) { steps.answered(wish.session) }
    if imports.current?.session == session {
      stopImport(
        Phrase("import.interrupted", "The import was broken off; what was imported stays."))
    }
  }

  /// What is refused while something is amiss, is ended when that begins.
  private mutating func endImports(_ problem: Phrase) {
    for wish in imports.removeWaiting() { refuse(wish, problem) }
    stopImport(problem)
  }

  private mutating func importStored(_ piece: StoredPiece, _ name: String) {
    lock.forget()
    imports.stored(piece.number)
    hooks.stored(piece.number, &steps)
    let phrase = Phrase("import.stored", "\(name.printable) is piece \(piece.number) now.")
    steps.log(.info, "Import", phrase)
    service.prove(.durableWrite, at: now, &steps)
    if imports.current?.isForProgram == false, imports.isReportDue(at: now) {
      steps.say(
        Phrase("import.so-far", "Imported so far: \(imports.tally.stored.count)."),
        to: imports.current?.session)
    }
    imports.rest(at: now)
  }

  private mutating func importFailed(_ failure: Failure) {
    if bears(failure) { return imports.putBack() }
    steps.add(.store(.endImport))
    endImport(failure.phrase)
    switch failure.kind {
    case .refused, .storeLocked: break
    case .noRoom: steps.add(.measure(.all))
    case .plain, .unusableFrame, .rawSensor, .noRoomThere, .noStore, .newerStore: failed(failure)
    }
  }

  /// The import under way is over, before its end for `problem`.
  private mutating func endImport(_ problem: Phrase?) {
    guard let (wish, tally) = imports.end() else { return }
    let summary = tally.summary
    if wish.isForProgram {
      steps.say(tally.reply(problem), to: wish.session)
    } else {
      if let problem { steps.refuse(problem, to: wish.session) }
      steps.say(summary, to: wish.session)
    }
    if let problem { steps.log(.warning, "Import", problem) }
    steps.answered(wish.session)
    if !tally.stored.isEmpty { steps.add(.measure(.all)) }
  }

  private mutating func refuse(_ wish: ImportQueue.Wish, _ reason: Phrase) {
    let reply = ImportQueue.Tally().reply(reason)
    steps.turn(.failed, for: wish.session)
    steps.say(wish.isForProgram ? reply : Reply(reason), to: wish.session)
    steps.answered(wish.session)
  }

  /// Why nothing can be taken in; nil where it can, or soon.
  private var importProblem: Phrase? {
    if published.isEnding { return .shuttingDown }
    return hindrances.isRoomExhausted ? .importNoRoom : published.storeProblem
  }

  /// So many bytes can be taken in before capture would pause.
  private var importRoom: Int {
    guard let space = hindrances.storage.space else { return .max }
    return max(0, space.free - hindrances.storage.floor(total: space.total))
  }
}

extension ImportQueue.Tally {
  /// For people.
  fileprivate var summary: Phrase {
    guard let first = stored.first, let last = stored.last else {
      return Phrase(
        "import.nothing",
        "Nothing was imported. There already: \(there.count). Passed over: \(passedOverCount).")
    }
    let what =
      stored.count == 1
      ? Phrase("import.one", "Imported: piece \(first). \"undo\" takes it back.")
      : Phrase(
        "import.some",
        "Imported: \(stored.count) pieces, \(first) to \(last). \"undo\" takes them back.")
    let isAll = there.isEmpty && passedOverCount == 0
    return isAll
      ? what
      : .followed(
        what,
        Phrase("import.others", "There already: \(there.count). Passed over: \(passedOverCount)."))
  }

  /// For programs.
  fileprivate func reply(_ problem: Phrase?) -> Reply {
    Reply(
      .object([
        ("imported", .array(stored.map { .integer($0) })),
        ("there", .array(there.map { .integer($0) })),
        ("said", .sentence(said)), ("wants_file", .bool(wantsFile)),
        ("restored", .bool(hasRestored)),
        ("problem", .sentence(problem)),
      ]))
  }
}

extension Phrase {
  package static func importThere(_ name: String, _ number: Int) -> Phrase {
    Phrase("import.there", "\(name) is there already: it is piece \(number).")
  }

  package static let importNoRoom = Phrase(
    "import.no-room",
    "There is not enough room for that; free some, or use a larger card. Nothing more is imported.")
}
