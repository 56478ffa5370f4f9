import Core

/// Light and buzzer say what is true.
struct LightRule {
  /// How long what is shown may lag behind what is: a driver's report may wait for a stalled loop.
  static let patience = Duration.milliseconds(500)

  /// From here to the instant of a photo the light stays dark.
  static let darkness = Duration.milliseconds(200)

  private var light = TimedCondition(LightRule.patience)
  private var buzzer = TimedCondition(LightRule.patience)
  private var ready = TimedCondition(LightRule.patience)
  /// Whether the machine knows that the light is open; before that it can't have set it.
  private var isLightKnown = false
  private var isBuzzerKnown = false
  /// Whether the light was on, and had to be dark for a photo, after the turn before.
  private var wasShining = false
  /// What a lesson named after the turn before: a loop that was away shows it in the very turn that ends the lesson.
  private var taught: Pattern?

  mutating func check(_ step: Step) throws(Violation) {
    note(step)
    defer { (wasShining, taught) = (isShining(step), step.machine.taughtPattern) }
    if step.machine.isFinished { return try checkEnd(step) }
    let indicator = step.machine.indicator
    let isShown = !isLightKnown || step.board.light ?? indicator.light == indicator.light
    try light.check(isShown, step, Self.self, "the light is not what the machine shows")
    let isHeard = !isBuzzerKnown || step.board.buzzer ?? indicator.buzzer == indicator.buzzer
    try buzzer.check(isHeard, step, Self.self, "the buzzer is not what the machine sounds")
    try checkReady(step)
    try checkShutter(step)
    try checkSign(step)
  }

  private mutating func checkReady(_ step: Step) throws(Violation) {
    let isReady = step.machine.situation == .ready
    // It can't know what waits to be told: then this turn shows nothing, neither that it is true.
    if isReady, !step.board.isQuiet { return }
    let canTakePhotos =
      step.board.isCameraOpen && step.board.isButtonOpen && step.board.isStoreOpen
    try ready.check(
      !isReady || canTakePhotos, step, Self.self, "it says ready, and no photo can be taken")
  }

  /// Nothing shines on the picture, and nothing blinks that a flush would freeze.
  private func checkShutter(_ step: Step) throws(Violation) {
    for effect in step.effects {
      if case .photo(.keep(let shot)) = effect, wasShining {
        throw Violation(Self.self, "the light is on when the frame of shot \(shot.id) is taken")
      }
      if effect.isFlush, isOff(step), !mustBeDark(step) {
        throw Violation(Self.self, "the light is off during '\(effect.brief)'")
      }
    }
  }

  /// The sign for a stored photo is said because of one; or to show it to somebody who asked for it.
  private func checkSign(_ step: Step) throws(Violation) {
    guard let (sign, since) = step.machine.indicator.latestSign, sign == .stored, since == step.now,
      taught != .stored, step.machine.taughtPattern != .stored
    else { return }
    switch step.event {
    case .photo(.stored), .clip(.stored): return
    case .console(.line(let line, _, _)) where line == "light stored": return
    case .started, .deadline, .device, .camera, .accelerometer, .edge, .photo, .clip, .store,
      .console,
      .voice, .hook, .measured, .signal, .reconfigured:
      throw Violation(Self.self, "the light says stored, and nothing was")
    }
  }

  private mutating func note(_ step: Step) {
    if case .device(.opened(.light)) = step.event { isLightKnown = true }
    if case .device(.opened(.buzzer)) = step.event { isBuzzerKnown = true }
    if step.effects.contains(.device(.open(.light))) { isLightKnown = false }
    if step.effects.contains(.device(.open(.buzzer))) { isBuzzerKnown = false }
  }

  private func isOff(_ step: Step) -> Bool { isLightKnown && step.board.light == false }

  /// Whether a photo is due, and the light shines on it.
  private func isShining(_ step: Step) -> Bool {
    step.board.light == true && mustBeDark(step)
  }

  private func mustBeDark(_ step: Step) -> Bool {
    guard step.machine.settings.isDarkForShutter, step.machine.capture.state == .running,
      let planned = step.machine.shutter.planned
    else { return false }
    return planned - LightRule.darkness <= step.now
  }

  private func checkEnd(_ step: Step) throws(Violation) {
    guard step.board.light != true, step.board.buzzer != true else {
      throw Violation(Self.self, "light or buzzer is on when the program has ended")
    }
  }
}

extension Effect {
  /// Whether the loop stands still for it.
  fileprivate var isFlush: Bool {
    switch self {
    case .photo(.store), .store(.note), .store(.settle), .store(.tidy), .store(.remember),
      .store(.change), .store(.makeRoom), .store(.placeImport), .clip(.begin), .clip(.flush),
      .clip(.finish):
      true
    default: false
    }
  }
}

/// The light never comes on more than three times within a second, whatever happens.
struct FlashRule {
  private static let most = 3
  private static let span = Duration.seconds(1)

  /// When it came on, the latest times.
  private var rises: [Instant] = []
  /// Whether it was lit after the turn before; nil while nobody could see it.
  private var wasLit: Bool?

  mutating func check(_ step: Step) throws(Violation) {
    defer { wasLit = step.board.light }
    // A light that is opened while it should be lit was plugged in by a hand.
    if case .device(.opened(.light)) = step.event { return }
    guard wasLit == false, step.board.light == true else { return }
    rises = rises.suffix(FlashRule.most) + [step.now]
    guard rises.count > FlashRule.most, let first = rises.first, step.now - first < FlashRule.span
    else { return }
    throw Violation(Self.self, "the light came on \(rises.count) times within a second")
  }
}

/// A photo that failed is seen: three long marks of the light, or a fault.
struct FailureRule {
  /// How long the light may take, while it has nothing to show that matters more.
  private static let patience = Duration.seconds(15)
  /// A longer turn is a stall, which may freeze the very sign.
  private static let longestTurn = Duration.milliseconds(400)
  /// What is long; a press may wink in it.
  private static let long = Duration.milliseconds(150) ... .milliseconds(900)
  private static let marks = 3

  /// How long the light has had since a photo failed; nil while none waits to be shown.
  private var waited: Duration?
  private var seen = 0
  private var litSince: Instant?
  private var lastTurn: Instant?

  mutating func check(_ step: Step) throws(Violation) {
    defer { lastTurn = step.now }
    countMarks(step)
    if step.machine.isFinished || step.board.light == nil || seen >= FailureRule.marks {
      waited = nil
    }
    if step.hasFailedPhoto { (waited, seen) = (.zero, 0) }
    guard let waited else { return }
    if step.machine.situation == .fault { return self.waited = nil }
    let turn = step.now - (lastTurn ?? step.now)
    if turn > FailureRule.longestTurn { return self.waited = nil }
    self.waited = isFree(step.machine.situation) ? waited + turn : waited
    guard waited > FailureRule.patience else { return }
    throw Violation(Self.self, "a photo failed, and the light shows nothing of it")
  }

  private mutating func countMarks(_ step: Step) {
    if step.board.light == true {
      litSince = litSince ?? step.now
    } else if let since = litSince {
      if FailureRule.long.contains(step.now - since) { seen += 1 }
      litSince = nil
    }
  }

  private func isFree(_ situation: Situation) -> Bool {
    switch situation {
    case .ready, .paused, .starting, .resuming, .storageLow: true
    case .shuttingDown, .fault, .asked, .recording, .counting, .storing, .off: false
    }
  }
}

extension Step {
  fileprivate var hasFailedPhoto: Bool {
    effects.contains { effect in
      if case .console(.announce(let phrase, _)) = effect {
        phrase.key == "photo.failed"
      } else {
        false
      }
    }
  }
}
