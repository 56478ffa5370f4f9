/// A question for the status that waits for measurements.
struct StatusQuestion: Hashable, Sendable {
  enum Form: Hashable { case glance, sentences, json }

  let session: SessionID
  let form: Form
}

/// Lines and signals, and what people are told.
extension Machine {
  /// How long a shutdown asked for by a person stays to be seen and heard.
  static let farewell = Duration.seconds(1)

  mutating func answer(_ line: String, from session: SessionID, _ access: Access) {
    let hasWatched = endWatch(of: session)
    do throws(Misunderstanding) {
      // The turn in which the program ends is the last: nothing that takes another is answered any more.
      guard !isFinished else { throw Misunderstanding(Phrase(.shuttingDown)) }
      let command = try Command.parse(line)
      guard access == .full || command.isHarmless else {
        throw Misunderstanding(Phrase(.consoleStatusOnly))
      }
      // Whoever watches has just read what an empty line asks for.
      if hasWatched, command == .glance { return emit(.console(.answered(session))) }
      try obey(command, from: session)
    } catch {
      say(error.phrase, to: session)
      emit(.console(.answered(session)))
    }
  }

  mutating func obey(_ signal: Signal) {
    switch signal {
    case .stop: stop(Phrase(.stopping), lingering: .zero)
    case .snap:
      if let problem = busy ?? refusal { return refuse(problem, for: nil) }
      beginSeries(series(from: now))
    }
  }

  /// Ends everything under way; the program ends when what was taken is durable.
  mutating func shutDown(_ reason: Phrase, for session: SessionID? = nil) {
    guard finishAt == nil else { return }
    isShutdown = true
    stop(reason, for: session, lingering: Machine.farewell)
  }

  mutating func stop(_ reason: Phrase, for session: SessionID? = nil, lingering: Duration) {
    guard finishAt == nil else { return }
    abandonTentative()
    let series = shutter.series
    shutter.cancel()
    finishAt = now + lingering
    emit(.service(.notify(.stopping)))
    log(.info, "Machine", reason)
    emit(.console(.announce(reason, to: session)))
    if let series { closeAnswer(of: series) }
  }

  /// The last turn, unless something is to be recorded first, behind a solid light.
  mutating func finish() {
    endGap(at: now)
    noteGaps()
    guard flushes.isEmpty else { return finishAt = now }
    isFinished = true
    for question in statusQuestions { emit(.console(.answered(question.session))) }
    statusQuestions.removeAll()
    endWatches()
    emit(.device(.close(.camera)))
  }

  mutating func answerStatus(with measurements: Measurements) {
    guard !statusQuestions.isEmpty else { return }
    let status = Status(of: self, measurements)
    for question in statusQuestions {
      emit(.console(.say(status.text(question.form), to: question.session)))
      emit(.console(.answered(question.session)))
    }
    statusQuestions.removeAll()
  }

  /// Tells whoever watches the board, and the session that asked.
  mutating func tell(_ phrase: Phrase, _ session: SessionID?) {
    emit(.console(.announce(phrase, to: session)))
  }

  mutating func say(_ phrase: Phrase, to session: SessionID?) {
    if let session { emit(.console(.say(phrase.english, to: session))) }
  }

  private mutating func obey(
    _ command: Command, from session: SessionID
  ) throws(Misunderstanding) {
    switch command {
    case .glance: ask(.glance, session)
    case .status(let json): ask(json ? .json : .sentences, session)
    case .watch(let json): try watch(session, asJSON: json)
    case .help(let topic): try help(topic, session)
    case .list(let json): emit(.console(.list(to: session, json: json)))
    case .snap(let delay, let count, let every):
      try snap(in: delay, count: count, every: every, for: session)
      return
    case .cancel: cancelSeries(for: session)
    case .pause: try pause(for: session)
    case .resume: try resume(for: session)
    case .motion(let source): motion(source, session)
    case .subdued(let isWanted): try subdue(isWanted, session)
    case .camera(let request): try obey(request, from: session)
    case .light(let pattern): try light(pattern, session)
    case .shutdown:
      if finishAt != nil { throw Misunderstanding(Phrase(.shuttingDown)) }
      if let busy { throw Misunderstanding(busy) }
      shutDown(Phrase(.shutdownByConsole), for: session)
    }
    if command.isAnsweredAtOnce { emit(.console(.answered(session))) }
  }

  private mutating func ask(_ form: StatusQuestion.Form, _ session: SessionID) {
    statusQuestions.append(StatusQuestion(session: session, form: form))
    emit(.measure(.all))
  }

  private mutating func snap(
    in delay: Duration?, count: Int?, every: Duration?, for session: SessionID
  ) throws(Misunderstanding) {
    if let busy { throw Misunderstanding(busy) }
    if let refusal {
      indicator.play(.refused, at: now)
      throw Misunderstanding(refusal)
    }
    beginSeries(
      Series(
        origin: now, countdown: delay ?? settings.countdown, interval: every ?? settings.interval,
        count: count ?? settings.count, requester: session))
  }

  private mutating func help(_ topic: String?, _ session: SessionID) throws(Misunderstanding) {
    let entries = Command.usage.filter { topic == nil || $0.name == topic }
    guard !entries.isEmpty else { throw Command.unknown(topic ?? "") }
    let lines = entries.map { "\($0.usage): \($0.help.english)" }
    emit(.console(.say(lines.joined(separator: "\n"), to: session)))
  }

  /// Why nothing else may begin; nil while no series is under way.
  var busy: Phrase? {
    guard shutter.isConfirmed, let planned = shutter.planned else { return nil }
    return Phrase(.busyCounting, max(.zero, planned - now).inTenths)
  }
}

extension Command {
  /// Whether the answer is complete when the command has been carried out.
  fileprivate var isAnsweredAtOnce: Bool {
    switch self {
    case .help, .list, .camera, .cancel, .pause, .resume, .motion, .subdued, .light, .shutdown: true
    case .glance, .status, .watch, .snap: false
    }
  }
}
