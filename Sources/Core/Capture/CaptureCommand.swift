/// Asking for a pause, and for its end.
enum CaptureCommand: Hashable, Sendable {
  case pause, resume

  static let entries = [
    CommandEntry(
      name: "pause", usage: "pause", help: Phrase.helpPause, access: .full, parse: pause,
      example: "pause"),
    CommandEntry(
      name: "resume", usage: "resume", help: Phrase.helpResume, access: .full, parse: resume,
      example: "resume"),
  ]

  @Sendable private static func pause(_ words: inout CommandWords) throws(CommandError) -> Command {
    .capture(.pause)
  }

  @Sendable private static func resume(_ words: inout CommandWords) throws(CommandError) -> Command
  {
    .capture(.resume)
  }
}

extension Machine {
  mutating func obey(
    _ command: CaptureCommand, from session: SessionID
  ) throws(CommandError) {
    switch command {
    case .pause:
      if let busy = published.activity.forbidsPause(at: now) { throw CommandError(busy) }
      pause(for: .manual, Phrase.pausedManually, asked: session)
    case .resume: try resume(for: session)
    }
  }

  /// What a person can't end is said, also where what they can has ended with it.
  private mutating func resume(for session: SessionID) throws(CommandError) {
    if published.isEnding { throw CommandError(.shuttingDown) }
    let wasPaused = capture.isPaused(for: .manual) || capture.isPaused(for: .idle)
    resumeForPerson(asked: session)
    let isPaused = if case .paused = capture.state { true } else { false }
    if isPaused || !wasPaused { throw CommandError(published.refusal ?? Phrase.notPaused) }
  }
}

extension Phrase {
  static let pausedManually = Phrase(
    "capture.paused.manual", "Paused; a press or 'resume' ends it.")

  static let notPaused = Phrase("capture.not-paused", "Capture is not paused.")
  static let helpPause = Phrase("help.pause", "switches the camera off until a press or 'resume'.")
  static let helpResume = Phrase("help.resume", "ends a pause that a person or stillness began.")
}
