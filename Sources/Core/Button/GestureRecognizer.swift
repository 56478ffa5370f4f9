/// Makes gestures out of believed edges, on the kernel's times alone.
///
/// It can be asked late: a press stamped before a deadline is a press before that deadline, however
/// long the loop was busy, as long as edges are given in the order of their stamps.
package struct GestureRecognizer: Sendable {
  /// How long the recogniser waits and how long a hold is.
  package struct Times: Hashable, Sendable {
    /// A release and the next press less than this far apart belong to one gesture.
    package var clickGap = Duration.milliseconds(350)
    /// A hold of this length is a long press.
    package var long = Duration.milliseconds(1200)
    /// A hold of this length is a very long press.
    package var veryLong = Duration.seconds(6)

    /// The usual times.
    package init() {}
  }

  /// How clicks that follow one another closely are understood.
  enum Clicks: Hashable, Sendable {
    /// Clicks are counted: they make double and triple clicks, so a click is known when no other has followed.
    case counted
    /// Each says the same for itself and is known at its release.
    case separate
    /// The first says it all, at its release; the others belong to it.
    case joined
  }

  /// What an edge or a deadline brought.
  enum Outcome: Hashable, Sendable {
    /// A press began; it is the first edge of a new gesture if `isFirst`.
    case heard(at: Instant, isFirst: Bool)
    /// The gesture that began with the press at `start` is known.
    case recognized(Gesture, start: Instant)
    /// The presses that followed one another closely are more than any gesture has.
    case tooMany
  }

  /// The part of a gesture that is there so far.
  private enum State {
    case idle
    case pressed(Press, clicks: Int)
    case held(Press)
    case released(at: Instant, start: Instant, clicks: Int)
    case spent
  }

  /// A hold under way: when it began, and when the gesture did that it belongs to.
  private struct Press {
    let began: Instant
    let start: Instant
  }

  private static let mostClicks = 3
  private let times: Times
  private var state = State.idle
  private var clicks = Clicks.counted

  /// A recogniser of a released button.
  init(_ times: Times = Times()) {
    self.times = times
  }

  /// Whether no gesture is under way.
  var isIdle: Bool {
    if case .idle = state { true } else { false }
  }

  /// First press of the gesture under way, and the fewest clicks that it can still be; nil where it is known.
  var underWay: (start: Instant, clicks: Int)? {
    switch state {
    case .idle, .held, .spent: nil
    case .pressed(let press, let clicks): (press.start, clicks + 1)
    case .released(_, let start, let clicks): (start, clicks)
    }
  }

  /// When something is decided if no edge comes first.
  var deadline: Instant? {
    switch state {
    case .idle, .spent: nil
    case .pressed(let press, _): press.began + times.long
    case .held(let press): press.began + times.veryLong
    case .released(let instant, _, _): instant + times.clickGap
    }
  }

  /// Takes a believed edge, after every deadline before it.
  ///
  /// - Parameter clicks: how clicks are understood now; what holds at the first press of a gesture
  ///   holds to its end.
  mutating func receive(_ edge: Edge, clicks: Clicks) -> Outcome? {
    switch edge.direction {
    case .pressed: press(at: edge.stamped, clicks)
    case .released: release(at: edge.stamped)
    }
  }

  /// Decides what its deadline decides.
  mutating func expire() -> Outcome? {
    switch state {
    case .idle, .spent: return nil
    case .pressed(let press, let count):
      state = .held(press)
      let isGesture = clicks != .counted || count < GestureRecognizer.mostClicks
      return isGesture ? .recognized(.longPress, start: press.start) : .tooMany
    case .held(let press):
      state = .spent
      return .recognized(.veryLongPress, start: press.start)
    case .released(_, let start, let clicks):
      state = .idle
      if self.clicks == .joined { return nil }
      guard let gesture = GestureRecognizer.gesture(of: clicks) else { return .tooMany }
      return .recognized(gesture, start: start)
    }
  }

  private mutating func press(at instant: Instant, _ clicks: Clicks) -> Outcome? {
    switch state {
    case .idle:
      self.clicks = clicks
      state = .pressed(Press(began: instant, start: instant), clicks: 0)
      return .heard(at: instant, isFirst: true)
    case .released(_, let start, let count):
      state = .pressed(Press(began: instant, start: start), clicks: count)
      return .heard(at: instant, isFirst: false)
    case .pressed, .held, .spent:
      return nil
    }
  }

  private mutating func release(at instant: Instant) -> Outcome? {
    switch state {
    case .idle, .released: return nil
    case .held, .spent:
      state = .idle
      return nil
    case .pressed(let press, let count):
      return click(count + 1, releasedAt: instant, start: press.start)
    }
  }

  private mutating func click(_ count: Int, releasedAt instant: Instant, start: Instant)
    -> Outcome?
  {
    switch clicks {
    case .counted:
      state = .released(at: instant, start: start, clicks: count)
      return nil
    case .separate:
      state = .idle
      return .recognized(.click, start: start)
    case .joined:
      state = .released(at: instant, start: start, clicks: count)
      return count == 1 ? .recognized(.click, start: start) : nil
    }
  }

  /// The gesture that so many clicks are; nil where they are more than any has.
  private static func gesture(of clicks: Int) -> Gesture? {
    switch clicks {
    case ...1: .click
    case 2: .doubleClick
    case mostClicks: .tripleClick
    default: nil
    }
  }
}
