import Core

/// What the button begins, cancels or ends, a finger has pressed: a spike on its line does none of that.
struct SpikeRule {
  /// What comes of a press comes of the latest edges.
  private static let reaction = Duration.milliseconds(100)

  private var line = ContactLog()
  /// The latest edge before this turn.
  private var latest = Instant.zero
  /// What the button was found to have begun.
  private var begun = Instant.zero

  mutating func check(_ step: Step) throws(Violation) {
    let settings = step.machine.settings
    line.take(step)
    if case .edge = step.event {} else { latest = line.latest }
    try check(series: step.machine.shutter, step)
    try check(clip: step.machine.recorder.state.request, step)
    if step.isUnasked, !line.hasFinger(since: latest - SpikeRule.reaction, by: step.now, settings) {
      throw Violation(Self.self, "something was cancelled or ended, and nobody has pressed")
    }
    latest = line.latest
  }

  private mutating func check(series shutter: Shutter, _ step: Step) throws(Violation) {
    guard shutter.isConfirmed, let series = shutter.series, series.requester == .button else {
      return
    }
    try check(beginning: series.origin, step)
  }

  private mutating func check(clip: ClipRequest?, _ step: Step) throws(Violation) {
    guard let clip, clip.requester == .button else { return }
    try check(beginning: clip.planned, step)
  }

  private mutating func check(beginning press: Instant, _ step: Step) throws(Violation) {
    // Whether it was asked for at an edge is the business of `ShotRule`.
    guard press != begun, line.hasPress(at: press) else { return }
    begun = press
    guard line.isFinger(press, by: step.now, step.machine.settings) else {
      throw Violation(Self.self, "a capture was begun, and nobody has pressed")
    }
  }
}

/// The latest edges of the button's line, by which a finger's press is told from a spike.
struct ContactLog {
  /// More than a gesture has, were it of contacts that rattle.
  private static let mostEdges = 200

  private var edges: [Edge] = []
  /// Whether the button was closed at the end of the turn before.
  private var isClosed = false

  /// The latest edge; zero where there was none.
  var latest: Instant { edges.last?.stamped ?? .zero }

  /// Takes the edge of this turn, if it is one; a button that was closed before is released.
  mutating func take(_ step: Step) {
    if isClosed, edges.last?.direction == .pressed {
      edges.append(Edge(.released, stamped: latest))
    }
    isClosed = step.effects.contains(.device(.close(.button)))
    guard case .edge(let edge) = step.event else { return }
    edges = edges.suffix(ContactLog.mostEdges - 1) + [edge]
  }

  /// Whether the contact was closed at `instant`.
  func hasPress(at instant: Instant) -> Bool {
    edges.contains(Edge(.pressed, stamped: instant))
  }

  /// Whether the contact was closed for long enough from `press` on: until it was open once the bounces were over, or
  /// else until `now`.
  func isFinger(_ press: Instant, by now: Instant, _ settings: Settings) -> Bool {
    let end = press + settings.debounce
    var closed = Duration.zero
    var since: Instant?
    for edge in edges where edge.stamped >= press {
      if edge.stamped >= end, since == nil { break }
      switch edge.direction {
      case .pressed: since = since ?? edge.stamped
      case .released:
        if let since { closed = closed + (edge.stamped - since) }
        since = nil
      }
    }
    if let since { closed = closed + (now - since) }
    return closed >= settings.shortestPress
  }

  /// Whether any press since `start` was a finger's.
  func hasFinger(since start: Instant, by now: Instant, _ settings: Settings) -> Bool {
    edges.contains { edge in
      edge.direction == .pressed && edge.stamped >= start
        && isFinger(edge.stamped, by: now, settings)
    }
  }
}

extension Step {
  /// Whether the button has cancelled photos or ended a clip in this turn: nobody else did.
  fileprivate var isUnasked: Bool {
    switch event {
    case .console, .signal: return false
    default: break
    }
    if effects.contains(.service(.notify(.stopping))) { return false }
    return effects.contains { effect in
      guard case .console(.announce(let phrase, _)) = effect else { return false }
      return phrase.key == "shutter.cancelled" || phrase.key == "clip.stopped"
    }
  }
}
