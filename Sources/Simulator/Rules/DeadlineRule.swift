import Core

/// A deadline that has passed is dealt with, and the loop does not spin.
struct DeadlineRule {
  /// More turns than these at one instant are spinning: many things may happen at once, but few do.
  static let mostTurns = 300
  /// The instant is a span: each turn takes some microseconds.
  private static let spinning = Duration.milliseconds(20)

  private var turns = 0
  private var since = Instant.zero

  mutating func check(_ step: Step) throws(Violation) {
    try checkDeadline(step)
    if step.now - since > DeadlineRule.spinning { (turns, since) = (0, step.now) }
    turns += 1
    if turns > DeadlineRule.mostTurns {
      throw Violation(Self.self, "the loop turned \(turns) times in 20 ms")
    }
  }

  /// Other events may leave a deadline that is past already, such as that of the next photo of a
  /// series that has fallen behind; the turn that is due for it must not.
  private func checkDeadline(_ step: Step) throws(Violation) {
    if step.machine.isFinished { return }
    guard let deadline = step.machine.deadline else {
      throw Violation(Self.self, "a machine that has not finished waits for ever")
    }
    guard case .deadline = step.event, deadline < step.now else { return }
    throw Violation(Self.self, "the deadline is \((step.now - deadline).inSeconds) s past")
  }
}
