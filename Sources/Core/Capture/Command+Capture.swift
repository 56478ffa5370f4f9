/// Asking for a pause, and for its end.
extension Command {
  static let capture = [
    Command(
      name: "pause", usage: "pause",
      help: Phrase("help.pause", "switches the camera off until a press or 'resume'."),
      access: .full, example: "pause"
    ) { _ in
      .changes(.atOnce) { machine, session throws(CommandError) in
        try machine.pauseManually(asked: session)
      }
    },
    Command(
      name: "resume", usage: "resume",
      help: Phrase("help.resume", "ends a pause that a person or stillness began."), access: .full,
      example: "resume"
    ) { _ in
      .changes(.atOnce) { machine, session throws(CommandError) in
        try machine.resume(for: session)
      }
    },
  ]
}

extension Machine {
  fileprivate mutating func pauseManually(asked session: SessionID) throws(CommandError) {
    if let busy = published.activity.forbidsPause(at: now) { throw CommandError(busy) }
    pause(
      for: .manual, Phrase("capture.paused.manual", "Paused; a press or 'resume' ends it."),
      asked: session)
  }

  /// Ends the pauses that a person can end; the others are said, also where one has ended.
  fileprivate mutating func resume(for session: SessionID) throws(CommandError) {
    if published.isEnding { throw CommandError(.shuttingDown) }
    let wasPaused = capture.isPaused(for: .manual) || capture.isPaused(for: .idle)
    resumeForPerson(asked: session)
    let isPaused = if case .paused = capture.state { true } else { false }
    if isPaused || !wasPaused { throw CommandError(published.refusal ?? Phrase.notPaused) }
  }
}

extension Phrase {
  static let notPaused = Phrase("capture.not-paused", "Capture is not paused.")
}
