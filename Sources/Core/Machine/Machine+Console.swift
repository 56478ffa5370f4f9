/// Lines and signals, and the end that they may ask for.
extension Machine {
  mutating func receive(_ event: Event.Console) {
    switch event {
    case .opened(let session): steps.say(identity.greeting, to: session)
    case .line(let line, let session, let access): answer(line, from: session, access)
    case .recordsTold(let session, let cursor): toldRecords(session, upTo: cursor)
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
    steps.report(.info, "Machine", reason, spoken: isShutdown ? reason : nil, to: session)
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
      // Whoever watches has just read what an empty line asks for.
      if doing.isWatching, CommandWords(line).isEmpty { return steps.answered(session) }
      let demand = try parse(line, from: session, access)
      try demand.work(&self, session)
      if demand.answer == .atOnce { steps.answered(session) }
    } catch {
      steps.refuse(error.phrase, to: session)
      steps.answered(session)
    }
  }

  /// Does what `line` asks for, which stands for a key.
  mutating func obey(_ line: String, pressedOn session: SessionID, _ access: Access) {
    do throws(CommandError) {
      let demand = try Command.parse(line, access: access)
      switch demand.answer {
      case .atOnce: try demand.work(&self, session)
      case .later: try workLater(demand, pressedOn: session)
      }
    } catch {
      steps.say(error.phrase, to: session)
    }
  }

  /// Does what `demand` wants, to whose end no line of `session` may be tied.
  private mutating func workLater(
    _ demand: Demand, pressedOn session: SessionID
  ) throws(CommandError) {
    steps.beginPressed(on: session)
    do throws(CommandError) {
      try demand.work(&self, session)
    } catch {
      steps.endPressed(on: session)
      throw error
    }
  }

  private mutating func parse(
    _ line: String, from session: SessionID, _ access: Access
  ) throws(CommandError) -> Demand {
    do throws(CommandError) {
      return try Command.parse(line, access: access)
    } catch {
      // Who may not ask has asked well.
      let isForbidden = [.consoleStatusOnly, .consoleLocalOnly].contains(error.phrase)
      if !isForbidden { steps.turn(.misunderstood, for: session) }
      throw error
    }
  }
}

extension Phrase {
  package static let stopping = Phrase("machine.stopping", "Stopping.")
}
