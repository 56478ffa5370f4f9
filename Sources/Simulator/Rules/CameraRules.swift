import Core

/// A frame that is told is held, and the one before it as long as the turn lasts and no longer; none waits
/// for long.
struct FrameRule {
  /// More turns than a look and all that comes of it takes, edges that chatter among them.
  static let mostTurns = 100

  private var turns = 0

  mutating func check(_ step: Step) throws(Violation) {
    guard !step.devices.hasCrowdedFrames else {
      throw Violation(Self.self, "a frame was taken before an older one was let go")
    }
    if case .camera(.frame(let frame, let previous)) = step.event {
      turns = 0
      return try check(frame, previous, step)
    }
    guard step.board.parts.camera.previousFrame == nil else {
      throw Violation(Self.self, "a frame is held for longer than a turn")
    }
    try checkPatience(step)
  }

  private func check(_ frame: Frame, _ previous: Frame?, _ step: Step) throws(Violation) {
    if step.effects.contains(where: \.endsStream) { return }
    let camera = step.board.parts.camera
    guard camera.newestFrame == frame, camera.previousFrame == previous else {
      throw Violation(Self.self, "the camera does not hold the frames that were told")
    }
  }

  private mutating func checkPatience(_ step: Step) throws(Violation) {
    let camera = step.board.parts.camera
    guard camera.isOpen, camera.isReadable else { return turns = 0 }
    turns += 1
    guard turns > FrameRule.mostTurns else { return }
    throw Violation(Self.self, "a frame has waited for \(turns) turns")
  }
}

extension Effect {
  /// Whether the camera holds nothing afterwards.
  fileprivate var endsStream: Bool {
    self == .device(.close(.camera)) || self == .device(.open(.camera))
  }
}

/// A camera that is to save power does, and one that is not to runs as it can, however often it was opened.
struct PowerRule {
  /// From a person's word, or the last photo, to the camera that runs so.
  static let patience = Duration.seconds(12)

  private var power = TimedCondition(PowerRule.patience)

  mutating func check(_ step: Step) throws(Violation) {
    try power.check(isAsWanted(step), step, Self.self, "the camera runs in the wrong way")
  }

  private func isAsWanted(_ step: Step) -> Bool {
    let machine = step.machine
    // A clip that began while a press had the camera at its largest ends at that size.
    guard machine.capture.state == .running, machine.shutter.series == nil,
      machine.storing.isEmpty, machine.recorder.isAtRest
    else { return true }
    return step.board.cameraPower == (machine.savesPower ? .saving : .full)
  }
}

/// Whoever ends takes what was promised, and lets the camera go once no photo needs a frame of it, whatever else the
/// end waits for.
struct FarewellRule {
  func check(_ step: Step) throws(Violation) {
    let machine = step.machine
    if machine.isFinished {
      guard machine.shutter.series == nil, machine.storing.isEmpty, !step.board.isCameraOpen else {
        throw Violation(Self.self, "the program has ended in the middle of a photo")
      }
    }
    guard machine.situation == .shuttingDown, machine.shutter.series == nil,
      !machine.storing.isKeeping, step.board.isCameraOpen
    else { return }
    throw Violation(Self.self, "the program ends, and the camera is on for nothing")
  }
}

/// A camera that is open and delivers nothing is closed before long.
struct SilenceRule {
  /// What a camera may take to its first frame, and once more where the loop was held up meanwhile.
  private static let patience = Duration.seconds(12)
  /// A longer turn is a stall, in which frames may wait: so much of it counts.
  private static let longestTurn = Duration.seconds(1)

  private var silence = Duration.zero
  private var lastTurn: Instant?

  mutating func check(_ step: Step) throws(Violation) {
    defer { lastTurn = step.now }
    guard isExpected(step.machine), step.board.isCameraOpen, !isFrame(step.event),
      !step.effects.contains(.device(.close(.camera)))
    else { return silence = .zero }
    silence += min(step.now - (lastTurn ?? step.now), SilenceRule.longestTurn)
    guard silence > SilenceRule.patience else { return }
    throw Violation(Self.self, "a silent camera has been open for \(silence.inSeconds) s")
  }

  private func isExpected(_ machine: Machine) -> Bool {
    switch machine.capture.state {
    case .starting, .running: true
    case .paused, .faulted, .stopped: false
    }
  }

  private func isFrame(_ event: Event) -> Bool {
    if case .camera(.frame) = event { return true }
    return false
  }
}
