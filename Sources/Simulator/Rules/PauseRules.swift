import Core

/// Capture pauses when nothing moves and comes back when something does; a pause means a camera that is
/// off, breaks no series, and does not end without a word.
struct PauseRule {
  /// From the last movement to the pause, and a little more: the loop may be away meanwhile.
  private static let mostStillness = Duration.seconds(42)
  /// From movement to the end of a pause: two samples, or two looks of a camera that is opened for each, after the
  /// longest stall and the search for an accelerometer that is gone.
  private static let mostBlindness = Duration.seconds(16)
  /// How long the camera may be on during a pause, for one frame.
  private static let longestPeek = Duration.seconds(14)
  /// Photos that are due sooner than this forbid a pause.
  static let near = Duration.seconds(30)

  private var stillness = TimedCondition(PauseRule.mostStillness)
  private var blindness = TimedCondition(PauseRule.mostBlindness)
  private var peek = TimedCondition(PauseRule.longestPeek)
  private var wasPaused = false
  private var lastTurn: Instant?
  /// When the loop was away last for a second or more, until it is back for as long: what became known meanwhile may
  /// come before the pause that is due.
  private var absence: ClosedRange<Instant>?

  mutating func check(_ step: Step) throws(Violation) {
    if step.machine.isFinished { return }
    defer { lastTurn = step.now }
    noteAbsence(step)
    try stillness.check(
      !isIdling(step), step, Self.self, "nothing moves, and the camera is on",
      seenAt: absence?.lowerBound)
    try blindness.check(
      !isBlind(step), step, Self.self, "the board is moved, and capture is paused")
    try peek.check(!isPeeking(step), step, Self.self, "capture is paused, and the camera is on")
    try checkSeries(step)
    try checkEnd(step)
  }

  private mutating func noteAbsence(_ step: Step) {
    let longest = Duration.seconds(1)
    if let absence, step.now - absence.upperBound > longest { self.absence = nil }
    guard let lastTurn, step.now - lastTurn > longest else { return }
    absence = lastTurn...step.now
  }

  /// The board may be moved while the loop is away.
  private func isIdling(_ step: Step) -> Bool {
    guard let still = step.board.stillSince, still <= lastTurn ?? .zero else { return false }
    return step.machine.capture.state == .running
      && step.machine.shutter.series == nil && step.machine.storing.isEmpty
      && step.machine.recorder.isAtRest
      && step.machine.settings.motion != .off
  }

  /// Nobody sees anything by a camera that hangs.
  private func isBlind(_ step: Step) -> Bool {
    step.machine.capture.state == .paused(.idle) && step.board.isShaken && step.board.isCameraThere
      && !step.board.parts.cameraHelper.hangs(at: step.now)
  }

  private func isPeeking(_ step: Step) -> Bool {
    guard case .paused = step.machine.capture.state else { return false }
    return step.board.isCameraOpen
  }

  /// What ends by something else than movement, photos or a person has words of its own.
  private mutating func checkEnd(_ step: Step) throws(Violation) {
    let (before, now) = (wasPaused, isPaused(step))
    wasPaused = now
    guard before, !now, !step.effects.contains(where: \.tellsOfEnd) else { return }
    if case .paused = step.machine.capture.state { return }
    throw Violation(Self.self, "a pause has ended, and nobody was told")
  }

  private func isPaused(_ step: Step) -> Bool {
    guard case .paused(let cause) = step.machine.capture.state else { return false }
    return cause.endsByPerson
  }

  private func checkSeries(_ step: Step) throws(Violation) {
    let hasPaused = step.effects.contains { effect in
      if case .console(.announce(let phrase, _)) = effect {
        phrase.key == "capture.paused.idle"
      } else {
        false
      }
    }
    // A loop that was away decides as if it had been there.
    let turn = lastTurn ?? step.now
    // After a stall the pause and the command that ended it may come in one turn; a press that comes with it
    // has promised nothing yet.
    guard hasPaused, step.machine.capture.state == .paused(.idle),
      let left = step.machine.shutter.shown.countdown(at: turn), left < Self.near
    else { return }
    throw Violation(Self.self, "capture paused although a photo is due")
  }
}

extension Effect {
  /// Whether it says that capture goes on.
  fileprivate var tellsOfEnd: Bool {
    guard case .console(.announce(let phrase, _)) = self else { return false }
    return [
      "capture.resumed", "capture.resumed.movement", "capture.resumed.photo",
      "capture.resumed.without-camera",
    ].contains(phrase.key)
  }
}

/// A person's pause ends by a person, and no pause ends for one who did not ask for that.
struct PersonRule {
  /// From what a person does to what comes of it: a long hold, or clicks, and a loop that is away meanwhile.
  private static let patience = Duration.seconds(30)

  private var isPaused = false
  private var actedAt: Instant?

  mutating func check(_ step: Step) throws(Violation) {
    if step.event.isAct { actedAt = step.now }
    // Where something else holds capture back, nobody is told that it goes on.
    if case .console(.line("resume", _, _)) = step.event { isPaused = false }
    for effect in step.effects {
      if case .console(.announce(let phrase, _)) = effect { try hear(phrase, step) }
      if case .device(.open(.camera)) = effect, isPaused {
        throw Violation(Self.self, "a person's pause ends, and no person ended it")
      }
    }
  }

  /// What was done before a pause was told of is done before it.
  private mutating func hear(_ phrase: Phrase, _ step: Step) throws(Violation) {
    if phrase.key == "capture.paused.manual" { isPaused = true }
    if phrase.key == "capture.resumed" { try resume(step) }
    if phrase.key == "capture.resumed.without-camera" { isPaused = false }
  }

  private mutating func resume(_ step: Step) throws(Violation) {
    isPaused = false
    guard let actedAt, step.now - actedAt <= PersonRule.patience else {
      throw Violation(Self.self, "capture goes on for a person who did nothing")
    }
    guard step.isAskedFor else {
      throw Violation(Self.self, "capture goes on for a person who asked for no photo")
    }
  }
}

extension Step {
  /// Whether somebody wants the camera: in so many words, or for a clip, or for photos, of which something is told or
  /// stored.
  fileprivate var isAskedFor: Bool {
    if case .console(.line("resume", _, _)) = event { return true }
    return machine.storing.isBusy || !machine.recorder.isAtRest
      || effects.contains { effect in
        if case .console(.announce(let phrase, _)) = effect {
          phrase.key.hasPrefix("shutter.counting")
            || ["photo.failed", "clip.wanted"].contains(phrase.key)
        } else {
          false
        }
      }
  }
}

extension Event {
  /// Whether a person did something.
  fileprivate var isAct: Bool {
    switch self {
    case .edge, .console(.line), .console(.key), .signal: true
    case .started, .deadline, .device, .camera, .accelerometer, .photo, .clip, .store, .console,
      .voice,
      .hook, .measured, .reconfigured:
      false
    }
  }
}

/// A board that is too hot takes no pictures but those that were promised, and one that has cooled down
/// takes pictures again.
struct HeatRule {
  /// From the heat to the pause and back: a reading, and a loop that may be away meanwhile.
  static let patience = Duration.seconds(24)

  /// Since when it is too hot and the camera runs.
  private var hotSince: Instant?
  private var cold = TimedCondition(HeatRule.patience)

  /// Whoever ends goes on with nothing.
  mutating func check(_ step: Step) throws(Violation) {
    if step.machine.isFinished { return }
    let limits = step.machine.settings.heatLimits
    let warmth = step.board.temperature?.milliCelsius
    try checkHeat(warmth.map { $0 >= limits.pause } ?? false, step)
    let isCool = warmth.map { $0 < limits.resume } ?? false
    let isPaused =
      step.machine.capture.state == .paused(.overTemperature)
      && step.machine.situation != .shuttingDown
    try cold.check(!(isCool && isPaused), step, Self.self, "cool, and capture pauses for heat")
  }

  /// What was promised is finished first, its last frame kept, and then nothing else begins.
  private mutating func checkHeat(_ isHot: Bool, _ step: Step) throws(Violation) {
    guard isHot, step.machine.capture.state == .running else { return hotSince = nil }
    let since = hotSince ?? step.now
    hotSince = since
    guard step.now - since > HeatRule.patience, step.machine.shutter.series == nil,
      !step.machine.storing.isKeeping
    else { return }
    throw Violation(Self.self, "too hot, and capture goes on")
  }
}
