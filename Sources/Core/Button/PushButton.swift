/// The button as a person uses it: from the edges of its line to gestures.
struct PushButton: Sendable {
  /// What an edge or a deadline brought.
  enum Outcome: Hashable, Sendable {
    /// The contact has closed; what the first press of a gesture does, it does once it is felt.
    case heard(first: GestureTable.FirstEdge?, at: Instant)
    /// The press that was heard is a finger's.
    case felt(first: GestureTable.FirstEdge?)
    /// The press that was heard is nobody's.
    case noise(first: GestureTable.FirstEdge?)
    /// The gesture that began with the press at `since` is known, and what it means.
    case known(Gesture, GestureTable.Meaning, since: Instant)
    /// There were more quick presses than any gesture has.
    case tooMany
  }

  private var debouncer: Debouncer
  private var recognizer: GestureRecognizer
  /// How the next gesture is timed.
  private var times: GestureRecognizer.Times
  /// Time that a finger closes the contact for in all, at least.
  private var shortest: Duration
  /// The state in which the gesture under way began.
  private var row = GestureTable.Row.ready
  /// Contact that was heard, and not yet felt.
  private var touch: Touch?
  /// Count of contacts that no finger had closed.
  private(set) var noiseCount = 0

  /// A released button.
  init(_ settings: Settings) {
    debouncer = Debouncer(lockOut: settings.debounce)
    times = settings.gestureTimes
    shortest = settings.shortestPress
    recognizer = GestureRecognizer(times)
  }

  /// Takes the times of `settings`; a gesture that is under way keeps its own.
  mutating func adopt(_ settings: Settings) {
    debouncer.lockOut = settings.debounce
    times = settings.gestureTimes
    shortest = settings.shortestPress
  }

  /// Whether no gesture is under way.
  var isAtRest: Bool { touch == nil && recognizer.isIdle }

  /// Whether the contact has closed, and nobody knows yet whether a finger closed it.
  var isInDoubt: Bool { touch != nil }

  /// First edge of the gesture under way, where that may still turn out to ask for `action`; nil where it can't.
  func mayAsk(for action: Action, by profile: GestureProfile) -> Instant? {
    let first = touch.map { (start: $0.edge.stamped, clicks: 1) }
    guard !isAtRest, let (start, clicks) = recognizer.underWay ?? first else { return nil }
    let gestures: [Gesture] = [.click, .doubleClick, .tripleClick]
    let asks = { (gesture: Gesture) in
      GestureTable.meaning(of: gesture, in: row, by: profile) == .act(action)
    }
    return asks(.longPress) || gestures.dropFirst(clicks - 1).contains(where: asks) ? start : nil
  }

  /// What the line did.
  var counts: EdgeCounts { debouncer.counts }

  /// When an edge is believed, a press felt or a gesture known, if no other edge comes before.
  ///
  /// A press that is not felt yet may belong to the gesture under way, however late that will be known.
  var deadline: Instant? {
    .earlier(debouncer.deadline, touch.map(\.feltAt) ?? recognizer.deadline)
  }

  /// Takes an edge, in the order of the stamps; what was due before is settled.
  ///
  /// - Parameter row: the state, which is that of a gesture that begins with this edge.
  mutating func receive(
    _ edge: Edge, in row: GestureTable.Row, _ profile: GestureProfile
  ) -> Outcome? {
    touch?.take(edge)
    return debouncer.receive(edge).flatMap { believe($0, row, profile) }
  }

  /// Decides what its deadline decides.
  mutating func expire(in row: GestureTable.Row, _ profile: GestureProfile) -> Outcome? {
    if let due = debouncer.deadline, due == deadline {
      return debouncer.settle().flatMap { believe($0, row, profile) }
    }
    if touch != nil { return feel(profile) }
    return recognizer.expire().flatMap { outcome($0, profile) }
  }

  /// Forgets the gesture that it was making when it broke: nobody will see its end.
  ///
  /// - Returns: what becomes of a press that was not felt yet.
  mutating func forget() -> Outcome? {
    debouncer.forget()
    recognizer = GestureRecognizer(times)
    defer { touch = nil }
    return touch.map { .noise(first: $0.first) }
  }

  /// The clip that the gesture under way has ended came to nothing, so that nothing of it can be undone.
  mutating func clipCameToNothing() {
    if row == .recording { row = .capturing }
  }

  private mutating func believe(
    _ edge: Edge, _ row: GestureTable.Row, _ profile: GestureProfile
  ) -> Outcome? {
    switch edge.direction {
    case .pressed: return hear(edge, row)
    case .released:
      if touch != nil { return ignore() }
      return recognizer.receive(edge, clicks: .counted).flatMap { outcome($0, profile) }
    }
  }

  private mutating func hear(_ edge: Edge, _ row: GestureTable.Row) -> Outcome {
    let isFirst = recognizer.isIdle
    if isFirst {
      recognizer = GestureRecognizer(times)
      self.row = row
    }
    let first = isFirst ? GestureTable.firstEdge(in: row) : nil
    touch = Touch(edge, first, shortest: shortest)
    return .heard(first: first, at: edge.stamped)
  }

  /// Contact was made for long enough: the press counts, from its first edge on.
  private mutating func feel(_ profile: GestureProfile) -> Outcome? {
    guard let felt = touch else { return nil }
    touch = nil
    _ = recognizer.receive(felt.edge, clicks: PushButton.clicks(in: row, profile))
    return .felt(first: felt.first)
  }

  /// The contact was open again too soon: nothing was pressed.
  private mutating func ignore() -> Outcome? {
    defer { touch = nil }
    noiseCount += 1
    return touch.map { .noise(first: $0.first) }
  }

  /// A series is cancelled by the first edge of every gesture, and a clip stopped, so all clicks of one are one; where
  /// one click says yes and two say no, they are always counted.
  private static func clicks(
    in row: GestureTable.Row, _ profile: GestureProfile
  ) -> GestureRecognizer.Clicks {
    if row == .capturing || row == .recording { return .joined }
    if row == .learning || row == .offered { return .counted }
    return profile.hasMultipleClicks ? .counted : .separate
  }

  private func outcome(
    _ outcome: GestureRecognizer.Outcome, _ profile: GestureProfile
  ) -> Outcome? {
    switch outcome {
    case .heard: nil
    case .recognized(let gesture, let start):
      .known(gesture, GestureTable.meaning(of: gesture, in: row, by: profile), since: start)
    case .tooMany: row == .ending ? nil : .tooMany
    }
  }
}

/// A contact that has closed, until it is known whether a finger has closed it.
///
/// Spikes on a long wire and contacts that rattle close it too, but not for long; a finger's press may bounce, so what
/// counts is the time in all.
private struct Touch: Hashable {
  /// The edge with which it began.
  let edge: Edge
  /// Deed of its first edge if it is a press, where a gesture begins with it.
  let first: GestureTable.FirstEdge?

  private var closedSince: Instant?
  private var toGo: Duration

  /// A contact that has closed at `edge`, and counts once it has been closed for `shortest`.
  init(_ edge: Edge, _ first: GestureTable.FirstEdge?, shortest: Duration) {
    self.edge = edge
    self.first = first
    closedSince = edge.stamped
    toGo = shortest
  }

  /// When it has been closed for long enough, if it stays closed; nil while it is open.
  var feltAt: Instant? { closedSince.map { $0 + toGo } }

  /// Takes an edge of the line, bounces too.
  mutating func take(_ edge: Edge) {
    switch edge.direction {
    case .pressed: closedSince = closedSince ?? edge.stamped
    case .released:
      if let closedSince { toGo = toGo - (edge.stamped - closedSince) }
      closedSince = nil
    }
  }
}

extension PushButton {
  /// What status says of the line, for people who wonder whether their switch is worn.
  var status: StatusEntry {
    let worst = Figures.decimal(Int(counts.worstBounce.nanoseconds / 100_000), digits: 1)
    return StatusEntry(
      "button",
      [
        Phrase(
          "status.button",
          """
          Button: \(counts.edges) edges, \(counts.bounces) bounces, \(counts.repeated) repeated, worst bounce \
          \(worst) ms.
          """)
      ]
        + (noiseCount == 0
          ? [] : [Phrase("status.noise", "Contacts too short for a finger: \(noiseCount).")]),
      json: .object([
        ("edges", .integer(counts.edges)), ("bounces", .integer(counts.bounces)),
        ("repeated", .integer(counts.repeated)), ("noise", .integer(noiseCount)),
        ("worst_bounce_ms", .number(counts.worstBounce.inSeconds * 1000)),
      ]))
  }
}
