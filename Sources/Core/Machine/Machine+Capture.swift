/// Pauses of capture, and looks during them.
extension Machine {
  /// The camera is resumed at least so long before a photo.
  static let leastLead = Duration.seconds(2)
  /// Photos of a series that are farther apart leave time for a pause between them.
  static let pauseWorthwhile = Duration.seconds(30)
  /// A shorter countdown leaves no time to open the camera anew for its photo.
  static let leastCountdownForFull = Duration.seconds(2)

  /// Pauses, and says so.
  mutating func pause(
    for cause: Capture.PauseCause, _ reason: Phrase, _ level: LogLevel = .info,
    asked session: SessionID? = nil
  ) {
    shutter.forfeitStart()
    capture.pause(for: cause, &steps)
    steps.report(level, "Capture", reason, to: session)
  }

  /// Ends a pause for `cause`, and says so: with `news` if the camera is opened now.
  mutating func end(
    _ cause: Capture.PauseCause, _ news: Phrase, asked session: SessionID? = nil
  ) {
    guard capture.isPaused(for: cause), !published.isEnding else { return }
    if capture.pausesOnly(for: cause) {
      let news =
        capture.isAbsent
        ? Phrase(
          "capture.resumed.without-camera",
          "The pause has ended, but no camera is configured.") : news
      let spoken = cause.endsByPerson ? nil : news
      steps.report(.info, "Capture", news, spoken: spoken, to: session)
    }
    capture.end(cause, at: now, &steps)
  }

  /// A person wants the camera: ends the pauses that a person can end.
  mutating func resumeForPerson(asked session: SessionID? = nil) {
    capture.expectLargePhotos(wantsLargePhotos)
    if capture.isPaused(for: .manual) { capture.end(.idle, at: now, &steps) }
    end(.manual, Phrase.resumed, asked: session)
    end(.idle, Phrase.resumed, asked: session)
  }

  /// Something has moved, now or a moment ago.
  mutating func moved(_ witness: Movement.Witness, at instant: Instant) {
    movement.moved(witness, at: instant)
    if settings.countsOnWake, capture.pausesOnly(for: .idle) { shutter.expectStart(for: .wake) }
    end(.idle, Phrase.resumedByMovement)
  }

  /// Looks at the picture; during a pause the camera is opened for that.
  mutating func look() {
    movement.looked(at: now)
    if published.capture == .running { return steps.add(.camera(.look)) }
    capture.look(at: now, &steps)
  }

  mutating func sceneChanged(by part: Double, _ movement: PictureFacts.Movement?) {
    viewfinder.spotlight.looked(movement, at: now)
    let hasMoved = self.movement.receive(part, usesPicture: motionSource.usesPicture)
    if capture.isLooking {
      self.movement.looked(at: now)
      capture.endLook(&steps)
    }
    if hasMoved { moved(.picture, at: now) }
  }

  /// When the camera has to be resumed for a photo of a slow series.
  var leadAt: Instant? {
    guard published.capture == .paused(.idle), let planned = shutter.promised else { return nil }
    return planned - max(Machine.leastLead, capture.slowestResume ?? .zero)
  }
}

/// What several have to know of it.
extension Machine {
  /// Where movement is looked for now.
  @inline(__always)
  var motionSource: MotionSource {
    movement.source(
      configured: settings.motion, hasAccelerometer: peripherals.works(.accelerometer))
  }

  /// What the watch for movement has to know.
  var circumstances: MovementWatch.Circumstances {
    MovementWatch.Circumstances(
      capture: published.capture, source: motionSource, wake: settings.pictureWake,
      isSpotlightWanted: isSpotlightWanted)
  }

  /// How the camera's pictures are seen upright; nil where nobody knows how it is mounted.
  var orientation: Orientation? {
    capture.mode?.mounting?.orientation(up: accelerometer.up)
  }
}

/// What of it settles in each turn.
extension Machine {
  /// Pauses and resumes as room and heat ask.
  ///
  /// What falls due soon is finished first, since it was promised; the rest of a series is cancelled, unless room for
  /// it is being made.
  mutating func settleHindrances() {
    if published.isEnding { return }
    for cause in Capture.PauseCause.allCases
    where capture.isPaused(for: cause) && !cause.endsByPerson && !hindrances.hinders(cause) {
      endHindrance(cause)
    }
    guard let gravest = hindrances.gravest else { return }
    if !hindrances.expectsRoom(at: now) { cancelBeyondGrace(hindrances.reason(of: gravest)) }
    if recorder.isRecording { stopClip(.forbidden(hindrances.reason(of: gravest))) }
    guard shutter.series == nil, !storing.isKeeping else { return }
    for cause in Capture.PauseCause.allCases
    where hindrances.hinders(cause) && !capture.isPaused(for: cause) {
      pause(for: cause, hindrances.reason(of: cause), .warning)
    }
  }

  /// Another cause may remain, and then nothing goes on.
  private mutating func endHindrance(_ cause: Capture.PauseCause) {
    end(cause, hindrances.news(ofEndOf: cause))
    if case .paused(let remaining) = capture.state {
      steps.report(
        .info, "Capture", Phrase("capture.paused.still", "Capture stays paused: \(remaining.word).")
      )
    }
  }

  private mutating func cancelBeyondGrace(_ reason: Phrase) {
    guard let planned = shutter.planned, let last = hindrances.lastPlanned, planned > last else {
      return
    }
    if !shutter.isConfirmed { return abandonTentative() }
    cancelSeries(
      Phrase("shutter.rest-cancelled", "The rest of the series is cancelled: \(reason)"), for: nil)
  }

  /// Who ends takes what was promised, and lets the camera go then, whatever the end waits for.
  mutating func settleEnd() {
    guard published.isEnding, shutter.series == nil, !storing.isKeeping else { return }
    capture.stop(&steps)
  }

  /// What is under way puts a pause off; the time without movement is counted again from its end.
  mutating func settleMovement() {
    // What may turn out to be no press puts no pause off, nor does a photo that the next event says is durable.
    if mirror.takeNews() || button.isInDoubt { return }
    movement.settle(
      forbidsPause: forbidsIdling, usesPicture: motionSource.usesPicture, at: now)
  }

  @inline(__always)
  private var forbidsIdling: Bool {
    if !storing.isEmpty || !recorder.isAtRest || published.capture != .running { return true }
    guard let planned = shutter.planned else { return false }
    return planned - now < Machine.pauseWorthwhile
  }

  mutating func settlePower() {
    capture.expectLargePhotos(wantsLargePhotos)
    // All pictures of a clip are of one size.
    guard recorder.isAtRest else { return }
    capture.settlePower(mayGoDown: storing.isEmpty, &steps)
  }

  /// Whether photos are on their way that are to be as large as they can be, and are certain to be wanted: a clip that
  /// the gesture asks for instead would lose what was remembered before it.
  private var wantsLargePhotos: Bool {
    guard settings.isPhotoFull, shutter.isConfirmed, let series = shutter.series else {
      return false
    }
    return series.countdown >= Machine.leastCountdownForFull
  }

  /// Tells the accelerometer when a pause begins or ends.
  mutating func settlePace() {
    let isPaused = if case .paused = published.capture { true } else { false }
    accelerometer.settle(isPaused ? .paused : .running, at: now, &steps)
  }
}

extension Phrase {
  package static let resumed = Phrase(
    "capture.resumed", "The pause has ended; the camera is opened.")

  package static let resumedByMovement = Phrase(
    "capture.resumed.movement", "Something moved: the pause has ended.")

}
