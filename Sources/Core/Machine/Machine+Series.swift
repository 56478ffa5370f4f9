/// From an edge of the button to the photos that it asks for.
extension Machine {
  mutating func receive(_ edge: Edge) {
    react(to: button.receive(edge, in: row(at: edge.stamped), settings.gestures))
  }

  mutating func expireButton() {
    react(to: button.expire(in: row(at: button.deadline ?? now), settings.gestures))
  }

  /// Forgets the gesture that a button was making when it broke: nobody will see its end.
  mutating func forgetGesture() {
    react(to: button.forget())
    abandonTentative()
  }

  private mutating func react(to outcome: PushButton.Outcome?) {
    switch outcome {
    case nil: break
    case .heard(let first, let instant):
      steps.show(.heard)
      if let first { prepare(first, at: instant) }
    case .felt(let first):
      voice.silence(&steps)
      if let first { act(first) }
    case .noise(let first): if let first { leaveAlone(first) }
    case .known where published.isEnding, .tooMany where published.isEnding: break
    case .known(let gesture, let meaning, let start): obey(meaning, gesture, start)
    case .tooMany:
      abandonTentative()
      refuse(
        Phrase("button.too-many", "More than three quick presses mean nothing; press once more."))
    }
  }

  /// With the first edge of a gesture all is noted that it may turn out to be about, and nothing is done.
  private mutating func prepare(_ first: GestureTable.FirstEdge, at edge: Instant) {
    // The answer is to the question of this instant, whatever is asked when the gesture is known.
    asking.atPress = answerable(at: edge)
    switch first {
    case .plan: planTentatively(from: edge)
    case .cancel: shutter.doubt()
    case .stop: doubtClip(since: edge)
    case .hear: break
    }
  }

  /// The press is a finger's: what its first edge does is done, as of then.
  private mutating func act(_ first: GestureTable.FirstEdge) {
    switch first {
    case .plan: if !shutter.isConfirmed { shutter.forfeitStart() }
    case .cancel: cancelDoubted()
    case .stop: endDoubtedClip()
    case .hear: break
    }
  }

  /// The press is none: all is as if nothing had been heard.
  private mutating func leaveAlone(_ first: GestureTable.FirstEdge) {
    switch first {
    case .plan:
      abandonTentative()
      if published.capture == .running { countIfExpected() }
    case .cancel:
      _ = shutter.settleDoubt()
      if storing.confirm() { steps.show(.kept) }
    case .stop: believeClip()
    case .hear: break
    }
  }

  private mutating func planTentatively(from edge: Instant) {
    changes.precede(edge)
    if settings.gestures.asksForPhotos {
      shutter.start(series(from: edge, for: .button), isTentative: true)
    }
  }

  private mutating func obey(
    _ meaning: GestureTable.Meaning, _ gesture: Gesture, _ start: Instant
  ) {
    switch meaning {
    case .act(.photo), .refuse: takeAsked(from: start)
    case .act(.clip):
      abandonTentative()
      recordClip(from: start, for: .button)
    case .act(.none): abandonTentative()
    case .act(.nextThing):
      abandonTentative()
      ask(for: .nextThing(goesThrough: sessions.isWatched || voice.speaks), by: .button)
    case .act(.undo):
      abandonTentative()
      asking.undo = .wanted
    case .act(.sayStatus):
      abandonTentative()
      sayStatus()
    case .act(.nextSlot):
      abandonTentative()
      useNextSlot()
    case .answer, .option: answerPressed(meaning)
    case .learn: learn(gesture)
    case .shutDown: shutDown(Phrase.shutdownByButton)
    case .nothing: break
    }
  }

  /// There is no tentative series if photos were refused at the first edge, or if somebody else asked
  /// for some during the gesture.
  private mutating func takeAsked(from start: Instant) {
    if shutter.isConfirmed { takePhotos(from: start, for: .button) } else { confirmTentative() }
  }
}

/// The series that a gesture, a line or a signal asks for: its beginning, and an end before its time.
extension Machine {
  func series(from origin: Instant, for requester: Requester) -> Series {
    Series(
      origin: origin, countdown: settings.countdown, interval: settings.interval,
      count: settings.count, requester: requester)
  }

  /// Takes photos as configured, for a press or a signal, or says why not.
  mutating func takePhotos(from origin: Instant, for requester: Requester) {
    if let problem = published.activity.forbidsPhotos(at: now) ?? published.refusal {
      return refuse(problem)
    }
    beginSeries(series(from: origin, for: requester))
  }

  /// Starts a series that is certain to be wanted.
  mutating func beginSeries(_ series: Series) {
    abandonTentative()
    answerUndo(false)
    sessions.follow(series, &steps)
    shutter.start(series, isTentative: false)
    changes.precede(series.origin)
    answers.open(series)
    resumeForPerson()
    announceCounting(series)
  }

  /// The gesture turned out to ask for the series that counts already.
  mutating func confirmTentative() {
    if let series = shutter.series { announceCounting(series) }
    let failures = shutter.confirm()
    if storing.confirm() { steps.show(.kept) }
    resumeForPerson()
    for photo in failures { announce(photo) }
  }

  /// The gesture turned out to ask for something else: nobody hears of the series.
  mutating func abandonTentative() {
    guard !shutter.isConfirmed else { return }
    shutter.abandon()
    _ = dropUnconfirmed()
  }

  /// Drops the photos of which it was not known whether they are wanted.
  ///
  /// - Returns: whether there were any.
  private mutating func dropUnconfirmed() -> Bool {
    let unwanted = storing.abandon()
    for id in unwanted { steps.add(.photo(.drop(id))) }
    return !unwanted.isEmpty
  }

  /// Cancels the series under way, for the session that asked or for the button.
  mutating func cancelSeries(_ news: Phrase = Phrase.cancelled, for session: SessionID?) {
    guard shutter.isConfirmed, let series = shutter.series else {
      if let session { steps.turn(.failed, for: session) }
      return steps.announce(
        Phrase("shutter.nothing-to-cancel", "There is nothing to cancel."), session)
    }
    shutter.cancel()
    tellCancelled(series, news, for: session)
  }

  /// Cancels the series that a press saw, as of its first edge: what was taken since is dropped.
  private mutating func cancelDoubted() {
    guard let series = shutter.settleDoubt() else { return }
    let wasTaken = dropUnconfirmed()
    guard shutter.series == series || wasTaken else { return }
    if shutter.series == nil || shutter.series == series { shutter.cancel(wasTaken: wasTaken) }
    tellCancelled(series, Phrase.cancelled, for: nil)
  }

  private mutating func tellCancelled(_ series: Series, _ news: Phrase, for session: SessionID?) {
    steps.show(.sign(.cancelled))
    steps.report(.info, "Shutter", news, spoken: news, to: session)
    answers.cancelled(series, news)
    steps.say(news, to: sessions.listener(of: series))
    closeAnswer(of: series)
  }

  /// Answers a request for photos that can't be met.
  mutating func refuse(_ phrase: Phrase) {
    steps.show(.sign(.refused))
    steps.report(.warning, "Shutter", phrase)
  }

  mutating func countIfExpected() {
    guard let requester = shutter.startByItself(), shutter.series == nil, recorder.isAtRest,
      !published.isEnding
    else { return }
    takePhotos(from: now, for: requester)
  }
}

/// What people hear of a series.
extension Machine {
  private mutating func announceCounting(_ series: Series) {
    let left = max(.zero, series.planned(0) - now)
    let phrase = Phrase.counting(left.inTenths, series.count)
    steps.report(.info, "Shutter", phrase, to: sessions.listener(of: series))
  }

  /// `photo` has failed; nobody hears of one that may turn out not to be wanted.
  mutating func fail(_ photo: FailedPhoto) {
    if shutter.isTentative(photo.series) { return shutter.failQuietly(photo) }
    announce(photo)
    closeAnswer(of: photo.series)
  }

  private mutating func announce(_ photo: FailedPhoto) {
    steps.show(.sign(.refused))
    let session = sessions.listener(of: photo.series)
    if let asker = sessions.follower(of: photo.series) { steps.turn(.failed, for: asker) }
    steps.report(.error, "Shutter", .photoFailed(photo.reason), to: session)
    answers.failed(photo)
    steps.note(.photoFailed(photo))
  }

  /// Tells the session that follows `series` that nothing more will come of it, if that is so.
  mutating func closeAnswer(of series: Series) {
    guard shutter.series != series, !storing.contains(series) else { return }
    if let reply = answers.close(series), let session = sessions.follower(of: series) {
      steps.say(reply, to: session)
    }
    sessions.endFollowing(series, &steps)
  }
}

extension GestureProfile {
  /// Whether any gesture takes photos.
  fileprivate var asksForPhotos: Bool {
    [click, doubleClick, tripleClick, longPress].contains(.photo)
  }
}

extension Phrase {
  static let shutdownByButton = Phrase(
    "machine.shutdown-by-button", "Shutting down: the button was held.")

  package static func counting(_ seconds: Figure, _ count: Int) -> Phrase {
    count == 1
      ? Phrase("shutter.counting", "Photo in \(seconds) s.")
      : Phrase("shutter.counting-series", "First of \(count) photos in \(seconds) s.")
  }

  static let cancelled = Phrase("shutter.cancelled", "Cancelled; what is stored stays.")
  static func photoFailed(_ reason: Phrase) -> Phrase {
    Phrase("photo.failed", "The photo failed: \(reason)")
  }
}
