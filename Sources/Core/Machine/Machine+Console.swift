/// Lines and signals, and the end that they may ask for.
extension Machine {
  mutating func receive(_ event: Event.Console) {
    switch event {
    case .opened(let session): steps.say(identity.greeting, to: session)
    case .line(let line, let session, let access): answer(line, from: session, access)
    case .consulted(let finding, let session): consulted(finding, by: session)
    case .viewing(let isScreen, let session): viewing(isScreen, on: session)
    case .undrawable(let reason, let session): refuseView(reason, on: session)
    case .resized(let session): resized(session)
    case .drawn(let isAll, let time):
      viewfinder.drawn(after: time)
      if !isAll { viewfinder.changed() }
    case .key(let key, let session, let access): press(key, on: session, access)
    case .declined(let session): decline(on: session)
    case .interrupted(let session): end(.interrupted, of: session)
    }
  }

  mutating func obey(_ signal: Signal) {
    switch signal {
    case .stop: stop(Phrase.stopping, isShutdown: false)
    case .snap: takePhotos(from: now, for: .signal)
    }
  }

  /// Ends everything under way; the program ends when what was taken is durable.
  mutating func shutDown(_ reason: Phrase, for session: SessionID? = nil) {
    stop(reason, for: session, isShutdown: true)
  }

  private mutating func stop(
    _ reason: Phrase, for session: SessionID? = nil, isShutdown: Bool
  ) {
    guard !published.isEnding else { return }
    abandonTentative()
    asking.undo = .none
    _ = asking.endBoard()
    asking.endOptions()
    let series = shutter.series
    shutter.cancel()
    stopClip(.stopped)
    life.end(at: now, isShutdown: isShutdown)
    steps.add(.service(.notify(.stopping)))
    steps.report(.info, "Machine", reason, to: session)
    if isShutdown { steps.speak(reason) }
    if let series {
      answers.cancelled(series, reason)
      closeAnswer(of: series)
    }
  }

  private mutating func answer(_ line: String, from session: SessionID, _ access: Access) {
    let doing = end(.line(line), of: session)
    do throws(CommandError) {
      // The turn in which the program ends is the last: nothing that takes another is answered any more.
      guard !isFinished else { throw CommandError(.shuttingDown) }
      if line.isEmpty, sessions.doing(of: session) == .leftScreen {
        return try beginView(on: session)
      }
      let command = try parse(line, from: session, access)
      // Whoever watches has just read what an empty line asks for.
      if doing.isWatching, command == .question(.summary) { return steps.answered(session) }
      try obey(command, from: session)
      if command.isAnsweredAtOnce { steps.answered(session) }
    } catch {
      steps.refuse(error.phrase, to: session)
      steps.answered(session)
    }
  }

  /// Does what `line` asks for, which stands for a key.
  mutating func obey(_ line: String, pressedOn session: SessionID, _ access: Access) {
    do throws(CommandError) {
      let command = try Command.parse(line, access: access)
      if command.isAnsweredAtOnce { return try obey(command, from: session) }
      try obeyLater(command, pressedOn: session)
    } catch {
      steps.say(error.phrase, to: session)
    }
  }

  /// Does what `command` asks for, to whose end no line of `session` may be tied.
  private mutating func obeyLater(
    _ command: Command, pressedOn session: SessionID
  ) throws(CommandError) {
    steps.beginPressed(on: session)
    do throws(CommandError) {
      try obey(command, from: session)
    } catch {
      steps.endPressed(on: session)
      throw error
    }
  }

  private mutating func parse(
    _ line: String, from session: SessionID, _ access: Access
  ) throws(CommandError) -> Command {
    do throws(CommandError) {
      return try Command.parse(line, access: access)
    } catch {
      // Who may not ask has asked well.
      let isForbidden = [.consoleStatusOnly, .consoleLocalOnly].contains(error.phrase)
      if !isForbidden { steps.turn(.misunderstood, for: session) }
      throw error
    }
  }

  private mutating func obey(
    _ command: Command, from session: SessionID
  ) throws(CommandError) {
    switch command {
    case .question(let command): try obey(command, from: session)
    case .guide(let command): try obey(command, from: session)
    case .photo(let command): try obey(command, from: session)
    case .clip(let command): try obey(command, from: session)
    case .store(let command): obey(command, from: session)
    case .thing(let command): obey(command, from: session)
    case .checklist(let command): obey(command, from: session)
    case .slots(let command): try obey(command, from: session)
    case .request(let command): obey(command, from: session)
    case .piece(let command): try obey(command, from: session)
    case .redact(let command): try obey(command, from: session)
    case .review(let command): try obey(command, from: session)
    case .options(let command): try obey(command, from: session)
    case .stick(let command): obey(command, from: session)
    case .files(let command): obey(command, from: session)
    case .capture(let command): try obey(command, from: session)
    case .motion(let command): obey(command, from: session)
    case .camera(let command): try obey(command, from: session)
    case .view(let command): try obey(command, from: session)
    case .overlay(let command): obey(command, from: session)
    case .mask(let command): try obey(command, from: session)
    case .light(let command): try obey(command, from: session)
    case .learn: try teach(session)
    case .session(let command): obey(command, from: session)
    case .answer(let command): try obey(command, from: session)
    case .database(let command): try obey(command, from: session)
    case .setting(let command): try obey(command, from: session)
    case .style(let command): try obey(command, from: session)
    case .clock(let command): try obey(command, from: session)
    case .report(let command): obey(command, from: session)
    case .program(let command): try obey(command, from: session)
    }
  }
}

extension Phrase {
  package static let stopping = Phrase("machine.stopping", "Stopping.")
}
