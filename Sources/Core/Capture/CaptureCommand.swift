/// Asking for a pause, and for its end.
enum CaptureCommand: Hashable, Sendable {
  case pause, resume

  static let entries = [
    CommandEntry(
      name: "pause", usage: "pause", help: Phrase.helpPause, access: .full, parse: pause),
    CommandEntry(
      name: "resume", usage: "resume", help: Phrase.helpResume, access: .full, parse: resume),
  ]

  @Sendable private static func pause(_ words: inout Words) throws(Misunderstanding) -> Command {
    .capture(.pause)
  }

  @Sendable private static func resume(_ words: inout Words) throws(Misunderstanding) -> Command {
    .capture(.resume)
  }
}

extension Machine {
  mutating func obey(
    _ command: CaptureCommand, from session: SessionID
  ) throws(Misunderstanding) {
    switch command {
    case .pause:
      if let busy = activity.forbidsPause(at: now) { throw Misunderstanding(busy) }
      pause(for: .manual, Phrase.pausedManually, asked: session)
    case .resume: try resume(for: session)
    }
  }

  /// What a person can't end is said, also where what they can has ended with it.
  private mutating func resume(for session: SessionID) throws(Misunderstanding) {
    if life.isEnding { throw Misunderstanding(.shuttingDown) }
    let wasPaused = capture.isPaused(for: .manual) || capture.isPaused(for: .idle)
    resumeForPerson(asked: session)
    let isPaused = if case .paused = capture.state { true } else { false }
    if isPaused || !wasPaused { throw Misunderstanding(refusal ?? Phrase.notPaused) }
  }
}

extension Phrase {
  static let pausedManually = Phrase(
    "capture.paused.manual", "Paused; a press or 'resume' ends it.")

  static let notPaused = Phrase("capture.not-paused", "Capture is not paused.")
  static let helpPause = Phrase("help.pause", "switches the camera off until a press or 'resume'.")
  static let helpResume = Phrase("help.resume", "ends a pause that a person or stillness began.")
}
