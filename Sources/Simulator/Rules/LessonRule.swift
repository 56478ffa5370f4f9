import Core

/// Whoever learns the gestures takes no photo by them, and changes nothing.
struct LessonRule {
  /// Whether somebody learned when the turn began.
  private var isTaught = false

  mutating func check(_ step: Step) throws(Violation) {
    defer { isTaught = step.machine.isTeaching }
    guard isTaught, step.machine.isTeaching else { return }
    for effect in step.effects where effect.isOfTheButton {
      throw Violation(Self.self, "a press in a lesson came to this: \(effect)")
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
