import Core

/// Whoever learns the gestures takes no photo by them, and changes nothing.
struct LessonRule {
  /// Whether somebody learned when the turn began.
  private var isTaught = false
  /// Before this instant no lesson ended by itself in the turn.
  private var deadline: Instant?

  mutating func check(_ step: Step) throws(Violation) {
    defer { (isTaught, deadline) = (step.machine.isTeaching, step.machine.deadline) }
    guard isTaught else { return }
    try checkPress(step)
    guard step.machine.isTeaching else { return }
    for effect in step.effects where effect.isOfTheButton {
      throw Violation(Self.self, "a press in a lesson came to this: \(effect)")
    }
  }

  /// A photo is planned at the first edge, which ends a lesson in that very turn.
  private func checkPress(_ step: Step) throws(Violation) {
    guard case .edge(let edge) = step.event, deadline.map({ edge.stamped < $0 }) ?? true else {
      return
    }
    if let series = step.machine.shutter.series, series.requester == .button {
      throw Violation(Self.self, "a press in a lesson asks for photos")
    }
  }
}

extension Effect {
  /// Whether it takes a photo or changes the store because the button asked for that.
  fileprivate var isOfTheButton: Bool {
    switch self {
    case .photo(.keep(let shot)): shot.series.requester == .button
    case .store(.change(_, by: .button)): true
    default: false
    }
  }
}
