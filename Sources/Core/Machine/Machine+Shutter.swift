/// From a series that was asked for to photos that are durable.
extension Machine {
  /// Why a photo can't be asked for now; nil if it can.
  var refusal: Phrase? {
    if finishAt != nil { return Phrase(.shuttingDown) }
    guard let store = device(.store), store.isWorking else {
      return device(.store)?.failure?.phrase ?? Phrase(.storeNotOpen)
    }
    switch capture.state {
    case .starting, .running: return nil
    case .paused(.idle), .paused(.manual): return nil
    case .paused(.lowStorage): return Phrase(.storageLow)
    case .paused(.overTemperature): return tooHot
    case .faulted(let failure, _): return failure.phrase
    case .stopped: return Phrase(.cameraAbsent)
    }
  }

  /// Starts a series that is certain to be wanted.
  mutating func beginSeries(_ series: Series) {
    abandonTentative()
    shutter.start(series, isTentative: false)
    resumeForPerson()
    tellCounting(series)
  }

  /// The gesture turned out to ask for the series that counts already.
  mutating func confirmTentative() {
    if let series = shutter.series { tellCounting(series) }
    shutter.confirm()
    interruptedPause = nil
    if storing.confirm() { indicator.keep(at: now) }
  }

  /// The gesture turned out to ask for something else.
  mutating func abandonTentative() {
    guard !shutter.isConfirmed else { return }
    shutter.abandon()
    for id in storing.abandon() { emit(.photo(.drop(id))) }
    resumePause()
  }

  /// Cancels the series under way, for the session that asked or for the button.
  mutating func cancelSeries(for session: SessionID?) {
    guard shutter.isConfirmed, let series = shutter.series else {
      return tell(Phrase(.nothingToCancel), session)
    }
    shutter.cancel()
    indicator.play(.cancelled, at: now)
    log(.info, "Shutter", Phrase(.cancelled))
    tell(Phrase(.cancelled), session)
    if series.requester != session { say(Phrase(.cancelled), to: series.requester) }
    closeAnswer(of: series)
  }

  /// Answers a request for photos that can't be met.
  mutating func refuse(_ phrase: Phrase, for session: SessionID?) {
    indicator.play(.refused, at: now)
    log(.warning, "Shutter", phrase)
    tell(phrase, session)
  }

  /// A frame that was on its way when the camera was closed is gone with its buffer.
  mutating func receive(_ frame: Frame, _ previous: Frame?) {
    guard capture.mode != nil else { return }
    if capture.isPeeking { return emit(.camera(.look)) }
    resumeTimes.finish(at: now)
    frames = RecentFrames(newest: frame, previous: previous)
    frameRate.receive(at: frame.stamped)
    stall.receive(at: now)
    endGap(at: frame.stamped)
    if capture.device.works() {
      cameraChange = nil
      log(.info, "Capture", Phrase(.deviceWorks, Role.camera.rawValue))
      countIfPowerOnAsksForIt()
    }
    takeDueShot()
  }

  /// Gives up the photos that have waited long enough for a frame.
  mutating func judgeShutter() {
    while let missedAt = shutter.missedAt, missedAt <= now, let series = shutter.giveUp() {
      let absence = Phrase(deliversDamage ? .onlyDamagedFrames : .noFrame)
      fail(series, capture.device.failure?.phrase ?? absence)
      // The next of its series may have been due for long.
      advance(to: now)
    }
  }

  /// Takes the photo that is due, if its frame is there.
  ///
  /// Only when a frame arrives is it certain that the camera still holds what the machine knows of.
  private mutating func takeDueShot() {
    guard var shot = shutter.choose(from: frames) else { return }
    shot.orientation = orientation
    guard !storing.isFull else { return fail(shot.series, Phrase(.noRoomInMemory)) }
    storing.add(shot, isConfirmed: shutter.isConfirmed)
    emit(.photo(.keep(shot)))
  }

  mutating func kept(_ id: Shot.ID) {
    if storing.kept(id) { indicator.keep(at: now) }
  }

  mutating func stored(_ id: Shot.ID, _ piece: StoredPiece, after duration: Duration) {
    guard let shot = storing.stored(id, after: duration) else { return }
    let milliseconds = duration.nanoseconds / 1_000_000
    log(.info, "Shutter", Phrase(.photoStoredIn, "\(piece.number)", "\(milliseconds)"))
    tell(Phrase(.photoStored, "\(piece.number)"), shot.series.requester)
    if shot.isLast { indicator.play(.stored, at: now) }
    closeAnswer(of: shot.series)
    emit(.measure(.all))
  }

  /// A frame that turns out to be no picture is left for a later one, as long as there is time.
  mutating func shotFailed(_ id: Shot.ID, _ failure: Failure) {
    guard let shot = storing.remove(id) else { return }
    if failure.role == .camera, shutter.chooseAgain(for: shot) {
      if failure.phrase.key == .frameUnusable { damagedAt = now }
      return
    }
    fail(shot.series, failure.phrase)
    if failure.role == .store { storeFailed(failure) }
  }

  /// Has the room measured, or the store opened anew.
  ///
  /// One that can't write for another reason than room is a fault until it is open again. What waits in
  /// memory, or was promised, has its try first.
  private mutating func storeFailed(_ failure: Failure) {
    if failure.phrase.key == .storeFull {
      emit(.measure(.all))
    } else if storing.isEmpty, shutter.series == nil, finishAt == nil {
      failed(failure)
    }
  }

  private mutating func countIfPowerOnAsksForIt() {
    defer { countsAtFirstFrame = false }
    guard countsAtFirstFrame, shutter.series == nil, finishAt == nil else { return }
    if let refusal { return refuse(refusal, for: nil) }
    beginSeries(series(from: now))
  }

  private mutating func tellCounting(_ series: Series) {
    let left = max(.zero, series.planned(0) - now)
    log(.info, "Shutter", Phrase(.counting, left.inTenths, "\(series.count)"))
    tell(Phrase(.counting, left.inTenths, "\(series.count)"), series.requester)
  }

  private mutating func fail(_ series: Series, _ reason: Phrase) {
    indicator.play(.refused, at: now)
    log(.error, "Shutter", Phrase(.photoFailed, reason.english))
    tell(Phrase(.photoFailed, reason.english), series.requester)
    closeAnswer(of: series)
  }

  /// Tells the session that asked for `series` that nothing more will come of it.
  mutating func closeAnswer(of series: Series) {
    guard let session = series.requester, shutter.series != series, !storing.contains(series)
    else { return }
    emit(.console(.answered(session)))
  }
}
