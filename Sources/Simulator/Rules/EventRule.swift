import Core

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
    case .edge(let edge): try take(edge)
    case .deadline: try checkRest(hasOwed)
    default: try take(step.event)
    }
    for effect in step.effects where effect.closesButton { edges.removeAll() }
  }

  private mutating func take(_ edge: Edge) throws(Violation) {
    guard edges.first == edge else {
      throw Violation(Self.self, "'\(Event.edge(edge).brief)' was told, and the line had no such")
    }
    edges.removeFirst()
  }

  private mutating func take(_ event: Event) throws(Violation) {
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
    case .started, .deadline, .photo, .measured, .camera(.sceneChanged): false
    case .device(.plugged), .camera, .accelerometer, .edge, .console, .signal, .reconfigured: true
    }
  }
}

extension Effect {
  /// Whether the button is another afterwards, or none.
  fileprivate var closesButton: Bool {
    self == .device(.close(.button)) || self == .device(.open(.button))
  }
}
