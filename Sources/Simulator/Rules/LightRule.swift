import Core

/// Light and buzzer say what is true.
struct LightRule {
  /// How long what is shown may lag behind what is: a driver's report may wait for a stalled loop.
  static let patience = Duration.milliseconds(500)

  /// From here to the instant of a photo the light stays dark.
  static let darkness = Duration.milliseconds(200)

  private var light = Lasting(LightRule.patience)
  private var buzzer = Lasting(LightRule.patience)
  private var ready = Lasting(LightRule.patience)
  /// Whether the machine knows that the light is open; before that it can't have set it.
  private var isLightKnown = false
  private var isBuzzerKnown = false
  /// Whether the light was on, and had to be dark for a photo, after the turn before.
  private var wasShining = false

  mutating func check(_ step: Step) throws(Violation) {
    note(step)
    defer { wasShining = isShining(step) }
    if step.machine.isFinished { return try checkEnd(step) }
    let indicator = step.machine.indicator
    let isShown = !isLightKnown || step.board.light ?? indicator.light == indicator.light
    try light.check(isShown, step, Self.self, "the light is not what the machine shows")
    let isHeard = !isBuzzerKnown || step.board.buzzer ?? indicator.buzzer == indicator.buzzer
    try buzzer.check(isHeard, step, Self.self, "the buzzer is not what the machine sounds")
    try ready.check(isReadyTrue(step), step, Self.self, "it says ready, and no photo can be taken")
    try checkShutter(step)
  }

  private func isReadyTrue(_ step: Step) -> Bool {
    guard step.machine.situation == .ready else { return true }
    return step.board.isCameraOpen && step.board.isButtonOpen && step.board.isStoreOpen
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
    case .photo(.store), .store: true
    default: false
    }
  }
}
