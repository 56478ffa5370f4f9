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
