/// The program's life: from its start to its last turn.
struct Lifecycle: Sendable {
  /// How long a shutdown asked for by a person stays to be seen and heard.
  static let farewell = Duration.seconds(1)

  /// Stage of the program's life.
  private enum State {
    case unstarted, running
    /// It was told to end, which it may from this instant on, once everything is stored.
    case ending(from: Instant)
    case finished
  }

  /// When it started.
  private(set) var startedAt: Instant?
  /// Whether it ends because a person at the board or a console wants it shut down.
  private(set) var isShutdown = false
  private var state = State.unstarted

  /// Whether everything is safe and the program may end.
  var isFinished: Bool { if case .finished = state { true } else { false } }

  /// Whether it was told to end.
  var isEnding: Bool {
    switch state {
    case .unstarted, .running: false
    case .ending, .finished: true
    }
  }

  /// When it may end, once everything is stored; nil before it was told to.
  var endsAt: Instant? { if case .ending(let instant) = state { instant } else { nil } }

  mutating func start(at now: Instant) {
    startedAt = now
    state = .running
  }

  /// It was told to end at `now`: to stay for a farewell, if a person wants it shut down.
  mutating func end(at now: Instant, isShutdown: Bool) {
    self.isShutdown = isShutdown
    state = .ending(from: isShutdown ? now + Lifecycle.farewell : now)
  }

  /// Something has still to be written: it may end after that.
  mutating func stay(until instant: Instant) {
    state = .ending(from: instant)
  }

  mutating func finish() {
    state = .finished
  }
}

/// Asking for the end.
extension Command {
  static let program = [
    Command(
      name: "shutdown", usage: "shutdown [--yes]",
      help: Phrase("help.shutdown", "asks, and then ends safely."), access: .full,
      words: [.helpYesAtOnce], example: "shutdown"
    ) { words in
      let (isSure, json) = (words.flag("--yes"), words.areOfProgram)
      return .changes(.atOnce) { machine, session throws(CommandError) in
        if isSure { return try machine.shutDown(from: session) }
        try machine.askShutdown(for: session, isProgram: json)
      }
    }
  ]
}

extension Machine {
  fileprivate mutating func askShutdown(
    for session: SessionID, isProgram: Bool
  ) throws(CommandError) {
    try checkShutdown()
    try ask(.shutDown, from: session, isProgram: isProgram)
  }

  /// Shuts the board down because `session` wants it, if nothing is under way.
  mutating func shutDown(from session: SessionID) throws(CommandError) {
    try checkShutdown()
    shutDown(
      Phrase("machine.shutdown-by-console", "Shutting down: a console asked for it."), for: session)
  }

  private func checkShutdown() throws(CommandError) {
    if let busy = published.activity.forbidsPhotos(at: now) { throw CommandError(busy) }
  }
}

extension Phrase {
  static let helpYesAtOnce = Phrase("help.yes-at-once", "\"--yes\" does it without a question.")
}
