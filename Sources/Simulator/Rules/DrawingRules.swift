import Core

/// Screens are drawn ten times a second at most, which takes half of the time at most; and once a second at least while
/// no photo is near.
struct PaceRule {
  private static let period = Duration.milliseconds(100)
  /// A second, and the allowance of a slow drawing.
  private static let longestRest = Duration.seconds(2)
  /// A photo that is due so soon may hold it up.
  private static let near = Duration.seconds(2)
  /// A longer turn is a stall: so much of it counts.
  private static let longestTurn = Duration.milliseconds(400)

  private var latest: (at: Instant, time: Duration)?
  private var waited = Duration.zero
  private var lastTurn: Instant?

  mutating func check(_ step: Step, isShown: Bool) throws(Violation) {
    defer { lastTurn = step.now }
    if step.draws { return try checkDrawing(step) }
    let planned = step.machine.shutter.planned
    let isNear = planned.map { $0 - step.now < PaceRule.near } ?? false
    guard isShown, !isNear, !step.machine.isFinished else { return waited = .zero }
    waited += min(step.now - (lastTurn ?? step.now), PaceRule.longestTurn)
    guard waited > PaceRule.longestRest else { return }
    throw Violation(Self.self, "nothing was drawn for \(waited.inSeconds) s")
  }

  private mutating func checkDrawing(_ step: Step) throws(Violation) {
    defer { (latest, waited) = ((step.now, step.devices.drawingTime), .zero) }
    guard let (at, time) = latest, step.now - at < max(PaceRule.period, time * 2) else { return }
    throw Violation(Self.self, "it is drawn again after \((step.now - at).inSeconds) s")
  }
}

/// The moments of a photo are the camera's: nothing is drawn just before one, nor while its frame is waited for.
///
/// Nor is it before that in the same turn. A screen that was left alone for a second is drawn between two of a quick
/// series, and that is done before the second.
struct CameraFirstRule {
  private static let quiet = Duration.milliseconds(200)
  private static let longestRest = Duration.seconds(1)

  /// When it was drawn, and on which screens.
  private var latest: (at: Instant, screens: Set<SessionID>)?

  mutating func check(_ step: Step) throws(Violation) {
    guard step.draws else { return }
    let screens = step.devices.drawn
    defer { latest = (step.now, screens) }
    try checkOrder(step.effects)
    guard let planned = step.machine.shutter.planned,
      (planned - step.now).magnitude < CameraFirstRule.quiet
    else { return }
    let distance = (planned - step.now).inSeconds
    guard planned > step.now,
      latest.map({ step.now - $0.at >= CameraFirstRule.longestRest }) ?? true
    else { throw Violation(Self.self, "it is drawn \(distance) s before a photo") }
    // What a screen takes is known of those that were drawn before.
    guard screens.isSubset(of: latest?.screens ?? []),
      step.now + step.devices.drawingTime > planned
    else { return }
    throw Violation(Self.self, "a photo was due while it was drawn, \(distance) s before")
  }

  private func checkOrder(_ effects: [Effect]) throws(Violation) {
    let later = effects.drop { !$0.isDrawing }
    guard let late = later.first(where: \.isOfTheMoment) else { return }
    throw Violation(Self.self, "'\(late.brief)' has waited for a drawing")
  }
}

extension Step {
  /// Whether something was to be drawn.
  fileprivate var draws: Bool { effects.contains(where: \.isDrawing) }
}

extension DeviceLog {
  /// The screens that were drawn.
  fileprivate var drawn: Set<SessionID> {
    Set(calls.compactMap { if case .news(let session) = $0 { session } else { nil } })
  }
}

extension Effect {
  fileprivate var isDrawing: Bool { if case .console(.draw) = self { true } else { false } }

  /// Whether it can't wait: a frame is wanted, or somebody sees or hears it.
  fileprivate var isOfTheMoment: Bool {
    switch self {
    case .photo(.keep), .clip(.append), .output: true
    case .device, .camera, .accelerometer, .photo, .clip, .store, .voice, .hook, .console,
      .service, .measure:
      false
    }
  }
}
