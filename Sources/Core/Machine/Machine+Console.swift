/// Lines and signals, and the end that they may ask for.
extension Machine {
  mutating func take(_ event: Event.Console) {
    switch event {
    case .line(let line, let session, let access): answer(line, from: session, access)
    case .interrupted(let session): dialogue.endWatch(of: session, &steps)
    }
  }

  mutating func obey(_ signal: Signal) {
    switch signal {
    case .stop: stop(Phrase(.stopping), isShutdown: false)
    case .snap: takePhotos(from: now)
    }
  }

  /// Ends everything under way; the program ends when what was taken is durable.
  mutating func shutDown(_ reason: Phrase, for session: SessionID? = nil) {
    stop(reason, for: session, isShutdown: true)
  }

  private mutating func stop(
    _ reason: Phrase, for session: SessionID? = nil, isShutdown: Bool
  ) {
    guard !life.isEnding else { return }
    abandonTentative()
    let series = shutter.series
    shutter.cancel()
    life.end(at: now, isShutdown: isShutdown)
    steps.add(.service(.notify(.stopping)))
    steps.report(.info, "Machine", reason, to: session)
    if let series { closeAnswer(of: series) }
  }

  /// The last turn, unless something is to be recorded first, behind a solid light.
  mutating func finish() {
    capture.endGap(at: now, &steps)
    if capture.hasGapsToNote, let shineAt = indicator.shineAt(now) {
      return life.stay(until: shineAt)
    }
    noteGaps()
    guard steps.flushes.isEmpty else { return life.stay(until: now) }
    life.finish()
    dialogue.end(&steps)
    steps.close(.camera)
  }

  private mutating func answer(_ line: String, from session: SessionID, _ access: Access) {
    let hasWatched = dialogue.endWatch(of: session, &steps)
    do throws(Misunderstanding) {
      // The turn in which the program ends is the last: nothing that takes another is answered any more.
      guard !isFinished else { throw Misunderstanding(Phrase(.shuttingDown)) }
      let command = try Command.parse(line)
      guard access == .full || command.isHarmless else {
        throw Misunderstanding(Phrase(.consoleStatusOnly))
      }
      // Whoever watches has just read what an empty line asks for.
      if hasWatched, command == .glance { return steps.answered(session) }
      try obey(command, from: session)
      if command.isAnsweredAtOnce { steps.answered(session) }
    } catch {
      steps.say(error.phrase, to: session)
      steps.answered(session)
    }
  }

  private mutating func obey(
    _ command: Command, from session: SessionID
  ) throws(Misunderstanding) {
    switch command {
    case .glance: dialogue.ask(.glance, session, &steps)
    case .status(let json): dialogue.ask(json ? .json : .sentences, session, &steps)
    case .watch(let json): try dialogue.watch(session, asJSON: json, from: glance, &steps)
    case .help(let topic): try help(topic, session)
    case .list(let json): steps.add(.console(.list(to: session, json: json)))
    case .snap(let delay, let count, let every):
      try snap(in: delay, count: count, every: every, for: session)
    case .cancel: cancelSeries(for: session)
    case .pause: try pause(for: session)
    case .resume: try resume(for: session)
    case .motion(let source): motion(source, session)
    case .subdued(let isWanted): try subdue(isWanted, session)
    case .camera(let request): try obey(request, from: session)
    case .light(let pattern): try light(pattern, session)
    case .shutdown:
      if let busy = activity.forbidsPhotos(at: now) { throw Misunderstanding(busy) }
      shutDown(Phrase(.shutdownByConsole), for: session)
    }
  }

  private mutating func help(_ topic: String?, _ session: SessionID) throws(Misunderstanding) {
    let entries = Command.usage.filter { topic == nil || $0.name == topic }
    guard !entries.isEmpty else { throw Command.unknown(topic ?? "") }
    let lines = entries.map { "\($0.usage): \($0.help.english)" }
    steps.say(lines.joined(separator: "\n"), to: session)
  }

  private mutating func snap(
    in delay: Duration?, count: Int?, every: Duration?, for session: SessionID
  ) throws(Misunderstanding) {
    if let busy = activity.forbidsPhotos(at: now) { throw Misunderstanding(busy) }
    if let refusal {
      steps.show(.sign(.refused))
      throw Misunderstanding(refusal)
    }
    beginSeries(
      Series(
        origin: now, countdown: delay ?? settings.countdown, interval: every ?? settings.interval,
        count: count ?? settings.count, requester: session))
  }
}

/// What consoles ask of the camera, of capture, and of the light.
extension Machine {
  private mutating func pause(for session: SessionID) throws(Misunderstanding) {
    if let busy = activity.forbidsPause(at: now) { throw Misunderstanding(busy) }
    pause(for: .manual, Phrase(.pausedManually), asked: session)
  }

  private mutating func resume(for session: SessionID) throws(Misunderstanding) {
    if life.isEnding { throw Misunderstanding(Phrase(.shuttingDown)) }
    let isPaused = capture.isPaused(for: .manual) || capture.isPaused(for: .idle)
    resumeForPerson(asked: session)
    if case .paused = capture.state { throw Misunderstanding(refusal ?? Phrase(.notPaused)) }
    if !isPaused { throw Misunderstanding(refusal ?? Phrase(.notPaused)) }
  }

  private mutating func motion(_ source: MotionSource?, _ session: SessionID) {
    if let source { movement.choose(source) }
    steps.say(Phrase(.motionIs, motionSource.rawValue), to: session)
  }

  /// Says whether the camera is subdued, after making it so if a person wants that.
  private mutating func subdue(_ isWanted: Bool?, _ session: SessionID) throws(Misunderstanding) {
    if let isWanted {
      if let busy = activity.forbidsReopening(at: now) { throw Misunderstanding(busy) }
      capture.subdue(isWanted)
      steps.log(.info, "Capture", presentPower)
    }
    steps.say(presentPower, to: session)
  }

  /// Passes on what only the camera's driver can answer.
  private mutating func obey(
    _ request: CameraRequest?, from session: SessionID
  ) throws(Misunderstanding) {
    guard !capture.isAbsent else { throw Misunderstanding(Phrase(.cameraAbsent)) }
    guard let request else { return steps.say(capture.presence, to: session) }
    if let busy = request.isHarmless ? nil : activity.forbidsSetting(at: now) {
      throw Misunderstanding(busy)
    }
    if case .use = request { try allowChange() }
    steps.add(.camera(.answer(request, to: session)))
  }

  private mutating func allowChange() throws(Misunderstanding) {
    if let busy = activity.forbidsReopening(at: now) { throw Misunderstanding(busy) }
    if capture.isChanging { throw Misunderstanding(Phrase(.busyChanging)) }
    capture.askForChange()
  }

  /// Shows `pattern` to whoever wants to learn it, or says what is shown.
  private mutating func light(_ pattern: Pattern?, _ session: SessionID) throws(Misunderstanding) {
    guard let pattern else { return steps.say(Phrase(.lightIs, situation.name), to: session) }
    guard situation.yieldsToSigns(at: now), !activity.isCapturing else {
      throw Misunderstanding(Phrase(.lightBusy, situation.name))
    }
    steps.show(.pattern(pattern))
    steps.say(Phrase(.lightShows, pattern.rawValue), to: session)
  }
}
