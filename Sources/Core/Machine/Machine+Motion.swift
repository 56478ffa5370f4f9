/// Movement, and the pauses that its absence brings.
extension Machine {
  /// How often the picture is looked at for movement while capture runs.
  static let lookPeriod = Duration.milliseconds(500)
  /// How often the camera is opened for a look while capture is paused.
  static let peekPeriod = Duration.seconds(2)
  /// Photos of a series that are farther apart leave time for a pause between them.
  static let pauseWorthwhile = Duration.seconds(30)
  /// The camera is resumed at least so long before a photo.
  static let leastLead = Duration.seconds(2)

  /// Where movement is looked for now: the picture stands in for an accelerometer that does not answer.
  var motionSource: MotionSource {
    let wanted = chosenMotion ?? settings.motion ?? .accelerometer
    return wanted.usesAccelerometer && !hasAccelerometer ? .picture : wanted
  }

  private var hasAccelerometer: Bool { device(.accelerometer)?.isWorking ?? false }

  /// When capture pauses for want of movement.
  var idleAt: Instant? {
    guard capture.state == .running, motionSource != .off, finishAt == nil else { return nil }
    return stillness.deadline
  }

  /// When the picture is to be looked at next.
  var lookAt: Instant? {
    if finishAt != nil { return nil }
    // A look that has begun has an end, whatever becomes of its reason.
    if capture.isPeeking { return lookedAt + Shutter.patience }
    guard motionSource.usesPicture else { return nil }
    switch capture.state {
    case .running: return lookedAt + Machine.lookPeriod
    case .paused(.idle): return peeks ? lookedAt + Machine.peekPeriod : nil
    case .starting, .paused, .faulted, .stopped: return nil
    }
  }

  private var peeks: Bool {
    switch settings.pictureWake {
    case .auto: return !motionSource.usesAccelerometer
    case .always: return true
    case .never: return false
    }
  }

  /// When the camera has to be resumed for a photo of a slow series.
  var resumeAt: Instant? {
    guard case .paused(.idle) = capture.state, let planned = shutter.planned else { return nil }
    return planned - max(Machine.leastLead, resumeTimes.slowest ?? .zero)
  }

  /// What is under way puts a pause off; the time without movement is counted again from its end.
  mutating func settleStillness() {
    if forbidsPause { stillness.restart(at: now) }
  }

  private var forbidsPause: Bool {
    if !storing.isEmpty || capture.state != .running { return true }
    guard let planned = shutter.planned else { return false }
    return planned - now < Machine.pauseWorthwhile
  }

  /// Something has moved, now or a moment ago.
  mutating func moved(_ witness: Movement.Witness, at instant: Instant? = nil) {
    stillness.moved(witness, at: instant ?? now)
    if capture.state == .paused(.idle) { resume(from: .idle, Phrase(.resumedByMovement)) }
  }

  mutating func idle() {
    pause(for: .idle, Phrase(.pausedIdle, settings.idleAfter.inWords))
  }

  /// Looks at the picture; during a pause the camera is opened for that, and closed if nothing comes.
  mutating func look() {
    lookedAt = now
    if capture.isPeeking {
      endPeek(false)
    } else if capture.peek() {
      emit(.device(.open(.camera)))
    } else {
      emit(.camera(.look))
    }
  }

  /// While another witness counts nobody looks: the first look afterwards would find what moved long ago.
  mutating func settleScene() {
    if !motionSource.usesPicture { hasScene = false }
  }

  /// `part` of the picture, 0 to 1, has changed since the look before.
  mutating func sceneChanged(by part: Double) {
    let hasMoved = part >= Stillness.leastChange && hasScene
    hasScene = motionSource.usesPicture
    if capture.isPeeking { return endPeek(hasMoved) }
    if hasMoved { moved(.picture) }
  }

  /// Who has seen movement opens the camera anew: all that follows an opening follows then too.
  private mutating func endPeek(_ hasMoved: Bool) {
    lookedAt = now
    if capture.endPeek() { close() }
    if hasMoved { moved(.picture) }
  }

  /// Pauses, says so, and lets the camera go.
  mutating func pause(
    for cause: Capture.PauseCause, _ reason: Phrase, _ level: LogLevel = .info,
    asked session: SessionID? = nil
  ) {
    resumeTimes.forget()
    if capture.endPeek() { close() }
    if capture.pause(for: cause) { close() }
    log(level, "Capture", reason)
    tell(reason, session)
  }

  /// Ends a pause for `cause`, if it is that one.
  mutating func resume(
    from cause: Capture.PauseCause, _ reason: Phrase, asked session: SessionID? = nil
  ) {
    guard capture.state == .paused(cause) else { return }
    log(.info, "Capture", reason)
    tell(reason, session)
    stillness.restart(at: now)
    guard capture.resume(from: cause) else { return }
    resumeTimes.begin(at: now)
    adoptPower()
    emit(.device(.open(.camera)))
  }

  /// A person wants the camera: ends a pause that a person can end.
  mutating func resumeForPerson(asked session: SessionID? = nil) {
    guard case .paused(let cause) = capture.state, cause.endsByPerson else { return }
    resume(from: cause, Phrase(.resumed), asked: session)
  }

  /// The press turned out to ask for nothing that needs the camera: the pause that it ended goes on.
  mutating func resumePause() {
    guard let cause = interruptedPause else { return }
    interruptedPause = nil
    pause(for: cause, Phrase(.pausedAgain))
  }

  private mutating func close() {
    emit(.device(.close(.camera)))
    forgetFrames()
  }
}

/// What people say about it on a console.
extension Machine {
  mutating func pause(for session: SessionID) throws(Misunderstanding) {
    if let problem = busy ?? refusal, !hasFailedCamera { throw Misunderstanding(problem) }
    pause(for: .manual, Phrase(.pausedManually), asked: session)
  }

  mutating func resume(for session: SessionID) throws(Misunderstanding) {
    guard case .paused(let cause) = capture.state, cause.endsByPerson else {
      throw Misunderstanding(refusal ?? Phrase(.notPaused))
    }
    resumeForPerson(asked: session)
  }

  mutating func motion(_ source: MotionSource?, _ session: SessionID) {
    if let source { chosenMotion = source }
    say(Phrase(.motionIs, motionSource.rawValue), to: session)
  }

  /// A camera that fails may be paused, so that it is left alone.
  private var hasFailedCamera: Bool {
    if case .faulted = capture.state { busy == nil && finishAt == nil } else { false }
  }
}
