import Core

/// A deadline that has passed is dealt with, and the loop does not spin.
struct DeadlineRule {
  /// More turns than these at one instant are spinning: many things may happen at once, but few do.
  static let mostTurns = 300
  /// The instant is a span: each turn takes some microseconds.
  private static let spinning = Duration.milliseconds(20)

  private var turns = 0
  private var since = Instant.zero
  /// What the machine waited for before the turn.
  private var deadline: Instant?

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
  ///
  /// One that nobody waited for before the turn, as of a camera that was opened in it and may be too warm, is dealt
  /// with in the next.
  private mutating func checkDeadline(_ step: Step) throws(Violation) {
    if step.machine.isFinished { return }
    let before = deadline
    deadline = step.machine.deadline
    guard let deadline = step.machine.deadline else {
      throw Violation(Self.self, "a machine that has not finished waits for ever")
    }
    guard case .deadline = step.event, deadline < step.now, deadline == before else { return }
    throw Violation(Self.self, "the deadline is \((step.now - deadline).inSeconds) s past")
  }
}

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

/// What becomes known of the devices is told, once and in order: edges before everything else.
///
/// So no failure is swallowed, no frame is taken and not told, and no edge comes from a closed button.
struct EventRule {
  private var edges: [Edge] = []
  private var owed: [String] = []

  mutating func check(_ step: Step) throws(Violation) {
    let hasOwed = !owed.isEmpty
    edges += step.devices.edges
    owed += step.devices.told
    switch step.event {
    case .edge(let edge): try check(edge)
    case .deadline: try checkRest(hasOwed)
    default: try check(step.event)
    }
    for effect in step.effects where effect.closesButton { edges.removeAll() }
  }

  private mutating func check(_ edge: Edge) throws(Violation) {
    guard edges.first == edge else {
      throw Violation(Self.self, "'\(Event.edge(edge).brief)' was told, and the line had no such")
    }
    edges.removeFirst()
  }

  private mutating func check(_ event: Event) throws(Violation) {
    guard edges.isEmpty else {
      throw Violation(Self.self, "'\(event.brief)' was told before an edge that was known")
    }
    guard event.isOfDevices else { return }
    guard owed.first == event.brief else {
      throw Violation(
        Self.self, "'\(event.brief)' was told in place of '\(owed.first ?? "nothing")'")
    }
    owed.removeFirst()
  }

  private func checkRest(_ hasOwed: Bool) throws(Violation) {
    guard hasOwed || !edges.isEmpty else { return }
    let first = owed.first ?? "an edge"
    throw Violation(Self.self, "the loop rested, and '\(first)' was not told")
  }
}

extension Event {
  /// Whether a device, or somebody at one, is where it comes from; the store is none, and what becomes of
  /// photos and of questions is the executor's to say.
  fileprivate var isOfDevices: Bool {
    switch self {
    case .device(.opened(let role)): role != .store
    case .device(.failed(let failure)): failure.role != .store
    case .started, .deadline, .photo, .clip, .store, .measured: false
    case .camera(.sceneChanged), .camera(.described), .camera(.answered): false
    case .console(.consulted), .console(.viewing), .console(.drawn), .console(.recordsTold): false
    case .device(.plugged), .camera, .accelerometer, .edge, .console, .voice, .hook,
      .signal, .reconfigured:
      true
    }
  }
}

extension Effect {
  /// Whether the button is another afterwards, or none.
  fileprivate var closesButton: Bool {
    self == .device(.close(.button)) || self == .device(.open(.button))
  }
}

/// What is measured is what the board was like when somebody wanted to know.
struct MeasureRule {
  /// Measured facts that a turn can go by.
  fileprivate struct Facts: Hashable {
    let temperature: Temperature?
    /// Room before the turn and after it, in which something may have been stored.
    let space: ClosedRange<Int>?
  }

  /// What is to be told, in the order in which it was asked for.
  private var owed: [Facts] = []
  /// More than a turn writes after it has measured.
  private static let written = 4 << 20
  /// Room at the end of the latest turn.
  private var free: Int?

  mutating func check(_ step: Step) throws(Violation) {
    if case .measured(let measured) = step.event { try check(measured) }
    let before = free
    free = step.board.space?.free
    for case .measure in step.effects {
      let space = free.map { min($0, before ?? $0)...max($0, before ?? $0) + MeasureRule.written }
      owed.append(Facts(temperature: step.board.temperature, space: space))
    }
  }

  private mutating func check(_ measured: Event.Measured) throws(Violation) {
    guard !owed.isEmpty else {
      throw Violation(Self.self, "what nobody asked for was measured")
    }
    guard owed.removeFirst().agrees(with: measured) else {
      throw Violation(Self.self, "what was measured is not what the board was like")
    }
  }
}

extension MeasureRule.Facts {
  /// A store that is closed can't tell its room.
  fileprivate func agrees(with measured: Event.Measured) -> Bool {
    switch measured {
    case .temperature(let temperature): temperature == self.temperature
    case .all(let measurements):
      measurements.temperature == temperature
        && (measurements.space.map { space?.contains($0.free) ?? false } ?? true)
    }
  }
}
