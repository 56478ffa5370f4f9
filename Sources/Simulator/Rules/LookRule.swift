import Core

/// The machine is told the time: that of the look at the devices which each event but an edge has; and what it
/// waits for is not slept through.
///
/// Several edges may come of one look, because each has its own stamp. An edge that the kernel had
/// before a look is told before what that look found.
struct LookRule {
  /// The instant of the latest event that was no edge.
  private var told = Instant.zero
  /// When everything was done that the turn before had wanted.
  private var done = Instant.zero
  /// What the machine then waited for.
  private var deadline: Instant?

  mutating func check(_ step: Step) throws(Violation) {
    defer { (done, deadline) = (step.board.now, step.machine.deadline) }
    guard step.devices.waits.allSatisfy({ $0 == deadline }) else {
      throw Violation(Self.self, "the loop did not rest until the machine's deadline")
    }
    guard step.now == step.devices.lookedAt else {
      throw Violation(Self.self, "it was told another time than that of the latest look")
    }
    if case .edge(let edge) = step.event { return try check(edge) }
    guard step.devices.hasLooked, step.now >= done else {
      throw Violation(Self.self, "'\(step.event.brief)' was told without a look for edges")
    }
    told = step.now
  }

  private func check(_ edge: Edge) throws(Violation) {
    guard edge.stamped < told else { return }
    throw Violation(Self.self, "'\(Event.edge(edge).brief)' was told late")
  }
}
