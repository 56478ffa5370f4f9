import Core

/// Every photo was asked for, at an instant that the press or the command fixed.
struct ShotRule {
  /// The instants at which something was asked for, in this boot: edges by their stamps.
  private var origins: Set<Instant> = []
  private var isFirstFrame = true

  mutating func check(_ step: Step) throws(Violation) {
    note(step)
    for case .keep(let shot) in step.effects { try check(shot, step.machine.settings) }
  }

  private mutating func note(_ step: Step) {
    switch step.event {
    case .edge(let edge): if edge.direction == .pressed { origins.insert(edge.stamped) }
    case .line, .signal: origins.insert(step.now)
    case .frame:
      // Power-on may count down by itself, from the first frame.
      if isFirstFrame, step.machine.settings.startsWithCountdown { origins.insert(step.now) }
      isFirstFrame = false
    case .started, .deadline, .opened, .cameraOpened, .cameraChanged, .failed, .plugged,
      .accelerometerOpened, .acceleration, .jolted, .sceneChanged, .kept, .stored, .shotFailed,
      .measured, .reconfigured:
      break
    }
  }

  private func check(_ shot: Shot, _ settings: Settings) throws(Violation) {
    let series = shot.series
    guard origins.contains(series.origin) else {
      throw Violation(Self.self, "nobody asked for shot \(shot.id)")
    }
    let isButton = series.requester == nil
    guard !isButton || series.countdown == settings.countdown else {
      throw Violation(Self.self, "shot \(shot.id) counted down from \(series.countdown)")
    }
    guard series.countdown == .zero || shot.actual >= series.origin else {
      throw Violation(Self.self, "the frame of shot \(shot.id) is older than the press")
    }
    guard shot.actual - shot.planned <= Shutter.patience else {
      throw Violation(
        Self.self, "shot \(shot.id) is \((shot.actual - shot.planned).inSeconds) s late")
    }
  }
}
