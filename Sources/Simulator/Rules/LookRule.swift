import Core

/// The machine is told the time: that of the look at the devices which each event but an edge has.
///
/// Several edges may come of one look, because each has its own stamp. An edge that the kernel had
/// before a look is told before what that look found.
struct LookRule {
  /// The instant of the latest event that was no edge.
  private var told = Instant.zero
  /// When everything was done that the turn before had wanted.
  private var done = Instant.zero

  mutating func check(_ step: Step) throws(Violation) {
    defer { done = step.board.now }
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
