/// The button as a person uses it: from the edges of its line to gestures.
struct PushButton: Sendable {
  /// What an edge or a deadline brought.
  enum Outcome: Hashable, Sendable {
    /// A press began; the first of a gesture does `first` already.
    case heard(first: GestureTable.FirstEdge?, at: Instant)
    /// The gesture that began with the press at `since` is known, and what it means.
    case known(Gesture, GestureTable.Meaning, since: Instant)
  }

  private var debouncer: Debouncer
  private var recognizer: GestureRecognizer
  /// How the next gesture is timed.
  private var times: GestureRecognizer.Times
  /// The state in which the gesture under way began.
  private var row = GestureTable.Row.ready

  /// A released button.
  init(_ settings: Settings) {
    debouncer = Debouncer(lockOut: settings.debounce)
    times = settings.gestureTimes
    recognizer = GestureRecognizer(times)
  }

  /// Takes the times of `settings`; a gesture that is under way keeps its own.
  mutating func adopt(_ settings: Settings) {
    debouncer.lockOut = settings.debounce
    times = settings.gestureTimes
  }

  /// Whether no gesture is under way.
  var isAtRest: Bool { recognizer.isIdle }

  /// What the line did.
  var counts: EdgeCounts { debouncer.counts }

  /// When an edge is believed or a gesture known, if no other edge comes before.
  var deadline: Instant? { .earlier(debouncer.deadline, recognizer.deadline) }

  /// Takes an edge, in the order of the stamps; what was due before is settled.
  ///
  /// - Parameter row: the state, which is that of a gesture that begins with this edge.
  mutating func receive(
    _ edge: Edge, in row: GestureTable.Row, _ profile: GestureProfile
  ) -> Outcome? {
    debouncer.receive(edge).flatMap { believe($0, row, profile) }
  }

  /// Decides what its deadline decides.
  mutating func expire(in row: GestureTable.Row, _ profile: GestureProfile) -> Outcome? {
    if let due = debouncer.deadline, due == deadline {
      return debouncer.settle().flatMap { believe($0, row, profile) }
    }
    return recognizer.expire().map { outcome($0, profile) }
  }

  /// Forgets the gesture that it was making when it broke: nobody will see its end.
  mutating func forget() {
    debouncer.forget()
    recognizer = GestureRecognizer(times)
  }

  /// The clip that the gesture under way has ended came to nothing, so that nothing of it can be undone.
  mutating func clipCameToNothing() {
    if row == .recording { row = .capturing }
  }

  private mutating func believe(
    _ edge: Edge, _ row: GestureTable.Row, _ profile: GestureProfile
  ) -> Outcome? {
    if recognizer.isIdle { recognizer = GestureRecognizer(times) }
    guard let heard = recognizer.receive(edge, clicks: PushButton.clicks(in: row, profile)) else {
      return nil
    }
    if case .heard(_, isFirst: true) = heard { self.row = row }
    return outcome(heard, profile)
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
  ) -> Outcome {
    switch outcome {
    case .heard(let instant, let isFirst):
      .heard(first: isFirst ? GestureTable.firstEdge(in: row) : nil, at: instant)
    case .recognized(let gesture, let start):
      .known(gesture, GestureTable.meaning(of: gesture, in: row, by: profile), since: start)
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
        Phrase.statusButton(counts.edges, counts.bounces, counts.repeated, worst)
      ],
      json: .object([
        ("edges", .integer(counts.edges)), ("bounces", .integer(counts.bounces)),
        ("repeated", .integer(counts.repeated)),
        ("worst_bounce_ms", .number(counts.worstBounce.inSeconds * 1000)),
      ]))
  }
}

extension Phrase {
  static func statusButton(
    _ edges: Int, _ bounces: Int, _ repeated: Int, _ worst: String
  ) -> Phrase {
    Phrase(
      "status.button",
      """
      Button: {1} edges, {2} bounces, {3} repeated, worst bounce {4} ms.
      """, edges, bounces, repeated, worst)
  }
}
