/// What the store does besides storing photos: all of it waits until nothing else is under way.
extension Machine {
  mutating func receive(_ event: Event.Store) {
    switch event {
    case .found(let phrases):
      for phrase in phrases { steps.report(.warning, "Store", phrase) }
    case .told(let facts): told(facts)
    case .kept(let facts): own.opened(facts)
    case .adopted(let numbers): for number in numbers { hooks.stored(number, &steps) }
    case .surveyed(let progress):
      // Comparing only reads; what it found can't be recorded while the database is locked.
      if survey.answered(progress, at: now) == .settle { lock.forget() }
    case .noted:
      notes.recorded()
      lock.forget()
    case .notNoted(let failure):
      notes.refused(&steps)
      if !bears(failure) { failed(failure) }
    case .changed(let news, let undone): changed(news, undone)
    case .notChanged(let failure): notChanged(failure)
    case .undoable(let step): foundUndo(step)
    case .unexamined(let number): foundUnexamined(number)
    case .named(let found, let session): named(found, for: session)
    case .reviewing(let number, let session): reviewing(number, by: session)
    case .sought(let outcome, let session): sought(outcome, by: session)
    case .clarified(let number, let clarification, let isNew):
      clarified(number, clarification, isNew: isNew)
    case .importing(let event): receive(event)
    }
  }

  /// The store has opened, has changed, or is closed.
  private mutating func told(_ facts: StoreFacts?) {
    let troubles = mirror.told(facts)
    for trouble in troubles { steps.report(.warning, "Store", trouble) }
    if !troubles.isEmpty { steps.show(.sign(.refused)) }
    slots.told(facts?.slots, areKnown: facts != nil)
  }

  /// Whether `failure` is another program's lock on the database of a store that works: it is waited for.
  mutating func bears(_ failure: Failure) -> Bool {
    failure.kind == .storeLocked && published.storeWorks && lock.found(failure, at: now)
  }

  /// Whether the store may be written to now, behind a light that is solid, without keeping a photo waiting.
  var mayFlush: Bool { published.activity.isAtRest && indicator.shineAt(now) == nil }

  /// The same between two photos of a slow series too: for what those photos need, or what somebody waits for.
  var mayFlushBetweenPhotos: Bool { published.hasTime(at: now) && indicator.shineAt(now) == nil }

  /// Records what happened when no photo has to wait for that, and the light can show it.
  mutating func settleNotes() {
    notes.add(steps.drainNotes(), &steps)
    if notes.isDue, mayFlush { offerNotes() }
  }

  /// Has the device remember the latest record, where there is time for it; a sign goes first.
  mutating func settleHead() {
    guard mirror.head.isDue, published.storeAnswers, mayFlushBetweenPhotos,
      !indicator.hasSign
    else { return }
    steps.flush(.store(.remember))
    mirror.head.ask()
  }

  /// Asks for the next bit of the survey, or has what it found recorded, where there is time for it.
  ///
  /// One finding may follow the other for minutes, so a sign goes first: each flush would have it begin anew.
  mutating func settleSurvey() {
    guard let task = survey.due, published.activity.isAtRest, published.storeAnswers
    else { return }
    switch task {
    case .compare: steps.add(.store(.survey))
    case .settle:
      guard mayFlush, !indicator.hasSign else { return }
      steps.flush(.store(.settle))
    }
    survey.ask()
  }

  /// The last turn, unless something is to be recorded first, behind a solid light.
  ///
  /// A store that does not work does not hold up the end.
  mutating func finish() {
    capture.endGap(at: now, &steps)
    notes.add(steps.drainNotes(), &steps)
    notes.close(with: .programStopped(isShutdown: isShutdown), &steps)
    if published.storeWorks, !notes.isEmpty { return recordLast() }
    life.finish()
    endSessions()
  }

  private mutating func recordLast() {
    if let shineAt = indicator.shineAt(now) { return life.stay(until: shineAt) }
    offerNotes()
    life.stay(until: now)
  }

  private mutating func offerNotes() {
    if published.storeAnswers { notes.offer(&steps) }
  }
}
