/// From the frames of the camera to photos that are durable.
extension Machine {
  mutating func receive(_ event: Event.Camera) {
    switch event {
    case .opened(let mode): capture.opened(mode, at: now, &steps)
    case .changed(let isOpening):
      capture.changed(
        isConfigured: settings.roles.contains(.camera), isOpening: isOpening, &steps)
    case .chosen(let name, let session):
      steps.note(.settingChanged(SettingChange("camera", name, by: .console(session))))
    case .controlSet(let setting, let session): controlSet(setting, by: session)
    case .stays: capture.stays()
    case .answered(let session): steps.ended(session)
    case .frame(let frame, let previous): receive(frame, previous)
    case .frameDamaged: capture.damaged(at: now)
    case .sceneChanged(let part, let movement): sceneChanged(by: part, movement)
    case .described(let facts): described(facts)
    }
  }

  private mutating func controlSet(_ setting: ControlSetting, by session: SessionID) {
    capture.controlSet(setting)
    let name = "camera.controls.\(setting.name)"
    steps.note(.settingChanged(SettingChange(name, "\(setting.value)", by: .console(session))))
  }

  private mutating func receive(_ frame: Frame, _ previous: Frame?) {
    switch capture.receive(frame, previous, at: now, &steps) {
    case .none: break
    case .look: steps.add(.camera(.look))
    case .photos(let isFirst):
      viewfinder.changed()
      if isFirst { countIfExpected() }
      takeDueShot()
      record(frame)
      if capture.state == .running { service.prove(.frame, at: now, &steps) }
    }
  }

  mutating func receive(_ event: Event.Photo) {
    switch event {
    case .kept(let id): if storing.kept(id) { steps.show(.kept) }
    case .stored(let id, let piece, let duration): stored(id, piece, after: duration)
    case .failed(let id, let failure): shotFailed(id, failure)
    }
  }

  /// Takes the photo that is due, if its frame is there and there is room for it; it waits otherwise.
  ///
  /// Only when a frame arrives is it certain that the camera still holds what the machine knows of.
  mutating func takeDueShot() {
    guard shutter.isWaiting, !storing.isFull, var shot = shutter.choose(from: capture.frames)
    else { return }
    shot.orientation = orientation
    shot.thing = changes.thing(ofCaptureAt: shot.series.origin)
    (shot.camera, shot.savesPower) = (capture.mode, savesPower)
    shot.mask = framing.mask
    shot.glyphs = shot.series.hasGlyphs ? own.style : nil
    storing.add(shot, isConfirmed: shutter.isConfirmed && shot.series != shutter.doubted)
    steps.add(.photo(.keep(shot)))
  }

  /// Gives up the photos that have waited long enough for a frame.
  mutating func judgeShutter() {
    while let missedAt = shutter.missedAt, missedAt <= now, let planned = shutter.planned,
      let (series, index) = shutter.giveUp()
    {
      fail(FailedPhoto(series: series, index: index, reason: absence(since: planned)))
      // The next of its series may have been due for long.
      advance(to: now)
    }
  }

  /// The photo to write now, which is ready and would not keep the loop from taking the next.
  mutating func shotToStore() -> Shot? {
    if let failure = peripherals.failure(of: .store) { giveUpWaiting(failure.phrase) }
    guard storing.isReady, published.storeAnswers,
      indicator.shineAt(now) == nil, !isChangeAwaited
    else { return nil }
    return storing.next(at: now, nextPlanned: nextPlanned)
  }

  /// Whether the piece that would be written now waits for a change that was asked for before it.
  var isChangeAwaited: Bool {
    if let shot = storing.candidate(at: now, nextPlanned: nextPlanned) {
      return changes.precedes(shot.series.origin)
    }
    guard storing.isEmpty, let clip = recorder.withoutTask else { return false }
    return changes.precedes(clip.planned)
  }

  /// When the next photo will want the loop; nil if none is expected.
  private var nextPlanned: Instant? { frameExpectedUntil == nil ? nil : shutter.planned }

  /// Until when a frame for the next photo may come at any moment, for which the loop has to be there; nil
  /// if none will, as of a camera that does not deliver.
  private var frameExpectedUntil: Instant? {
    guard let planned = shutter.planned else { return nil }
    let end = planned + Storing.frameGrace
    return shutter.isWaiting && (published.capture != .running || end <= now) ? nil : end
  }

  /// When a photo that is ready is to be written at the latest, if no frame comes before; the end of a
  /// wait for a lock is an instant of its own.
  var storeAt: Instant? {
    guard storing.isReady, !published.storeIsLocked else { return nil }
    return .earlier(indicator.shineAt(now), shutter.isWaiting ? frameExpectedUntil : nil)
  }
}

extension Machine {
  private mutating func stored(_ id: Shot.ID, _ piece: StoredPiece, after duration: Duration) {
    guard let shot = storing.stored(id, after: duration, at: now) else { return }
    lock.forget()
    reviewNew(piece.number, piece.crop == nil ? .photo : .document)
    hooks.stored(piece.number, &steps)
    let milliseconds = Int(duration.nanoseconds / 1_000_000)
    steps.log(
      .debug, "Shutter",
      Phrase("photo.stored-in", "photo \(piece.number) stored in \(milliseconds) ms"))
    tellStored(piece, of: shot)
    answers.stored(piece, of: shot.series)
    if shot.isLast { steps.show(.sign(.stored)) }
    closeAnswer(of: shot.series)
    steps.add(.measure(.all))
    service.prove(.durableWrite, at: now, &steps)
  }

  /// What was to be a document and can't be cropped is a photo, with a word about it; so is what can't be drawn.
  private mutating func tellStored(_ piece: StoredPiece, of shot: Shot) {
    let listener = sessions.listener(of: shot.series)
    let news = Phrase.stored(piece)
    steps.report(.info, "Shutter", news, spoken: news, to: listener)
    if shot.mask != nil, piece.crop == nil {
      steps.report(
        .warning, "Shutter",
        Phrase(
          "document.not-cropped",
          """
          Photo \(piece.number) is stored whole, but the camera's picture is of a kind that can't be cropped; \
          another format or size in [camera] may help.
          """), to: listener)
    }
    if shot.glyphs != nil, piece.glyphs == nil {
      steps.report(
        .warning, "Shutter",
        Phrase(
          "photo.not-drawn",
          """
          Photo \(piece.number) is stored, but the camera's picture is of a kind that can't be drawn as glyphs; \
          another format or size in [camera] may help.
          """), to: listener)
    }
  }

  /// A frame that turns out to be no picture is left for a later one, as long as there is time.
  private mutating func shotFailed(_ id: Shot.ID, _ failure: Failure) {
    if bears(failure) { return storing.putBack(id, at: now) }
    // The picture of a photo that a lock kept from the store is in memory still.
    if failure.kind == .storeLocked { steps.add(.photo(.drop(id))) }
    guard let shot = storing.remove(id, at: now) else { return }
    if failure.role == .camera, shutter.chooseAgain(for: shot) {
      if failure.kind == .unusableFrame { capture.damaged(at: now) }
      return
    }
    fail(FailedPhoto(shot, failure.phrase))
    if failure.role == .store { storeFailed(failure) }
  }

  /// Has the room measured, or the store opened anew.
  ///
  /// One that can't write for another reason than room is a fault until it is open again. What waits in
  /// memory, or was promised, has its try first.
  mutating func storeFailed(_ failure: Failure) {
    if failure.kind == .noRoom {
      steps.add(.measure(.all))
    } else if present.activity.isAtRest {
      failed(failure)
    }
  }

  /// A store that can't be opened takes no photos, and nobody knows when it will.
  private mutating func giveUpWaiting(_ reason: Phrase) {
    for shot in storing.removeWaiting() {
      steps.add(.photo(.drop(shot.id)))
      fail(FailedPhoto(shot, reason))
    }
  }

  /// Why the photo or clip that was planned for `planned` has no frame.
  func absence(since planned: Instant) -> Phrase {
    if let failure = capture.failure { return failure.phrase }
    if capture.isDamaged(at: now) { return Phrase.onlyDamagedFrames }
    if storing.isFull { return lock.failure?.phrase ?? Phrase.noRoomInMemory }
    if let opened = capture.resumesSince, now - opened < Machine.leastLead {
      return Phrase.openedLate((opened - planned).inTenths)
    }
    let delay = storing.delay(since: planned, at: now)
    return delay >= Storing.slow
      ? Phrase(
        "shutter.medium-slow",
        """
        the card took \(delay.inTenths) s to write while the photo was due; use a longer interval or a faster \
        card.
        """) : Phrase.noFrame
  }
}

extension Phrase {
  package static let noFrame = Phrase(
    "shutter.no-frame",
    "the camera delivered no frame within 5 seconds; look at its cable and at \"status\".")

  static let onlyDamagedFrames = Phrase(
    "shutter.only-damaged-frames",
    """
    the camera delivered only damaged pictures for 5 seconds; try another cable, or a smaller width, height or \
    fps in [camera].
    """)

  static let noRoomInMemory = Phrase(
    "shutter.no-room-in-memory",
    "four photos wait for the medium already; use a longer interval or a faster card.")

  static func openedLate(_ seconds: Figure) -> Phrase {
    Phrase(
      "shutter.opened-late",
      "the camera was off, and was opened only \(seconds) s after the photo was due; ask for it again."
    )
  }

  /// What is said of the durable `piece`.
  static func stored(_ piece: StoredPiece) -> Phrase {
    piece.crop == nil
      ? .photoStored(piece.number) : Phrase("document.stored", "Stored, document \(piece.number).")
  }

  package static func photoStored(_ number: Int) -> Phrase {
    Phrase("photo.stored", "Stored, photo \(number).")
  }

}
