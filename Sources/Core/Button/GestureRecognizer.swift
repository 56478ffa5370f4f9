/// Makes gestures out of believed edges, on the kernel's times alone.
///
/// It can be asked late: a press stamped before a deadline is a press before that deadline, however
/// long the loop was busy, as long as edges are given in the order of their stamps.
public struct GestureRecognizer: Sendable {
  /// How long the recogniser waits and how long a hold is.
  public struct Times: Hashable, Sendable {
    /// A release and the next press at most this far apart belong to one gesture.
    public var clickGap = Duration.milliseconds(350)
    /// A hold of this length is a long press.
    public var long = Duration.milliseconds(1200)
    /// A hold of this length is a very long press.
    public var veryLong = Duration.seconds(6)

    /// The usual times.
    public init() {}
  }

  /// What an edge or a deadline brought.
  public enum Outcome: Hashable, Sendable {
    /// A press began; it is the first edge of a new gesture if `isFirst`.
    case heard(at: Instant, isFirst: Bool)
    /// The gesture that began with the press at `start` is known.
    case recognized(Gesture, start: Instant)
  }

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
  private var waitsForMore = true

  /// A recogniser of a released button.
  public init(_ times: Times = Times()) {
    self.times = times
  }

  /// When something is decided if no edge comes first.
  public var deadline: Instant? {
    switch state {
    case .idle, .spent: nil
    case .pressed(let press, _): press.began + times.long
    case .held(let press): press.began + times.veryLong
    case .released(let instant, _, _): instant + times.clickGap
    }
  }

  /// Takes a believed edge, after every deadline before it.
  ///
  /// - Parameter waitsForMore: whether double and triple clicks mean something now; it counts from
  ///   the first press of a gesture to its end. Where they don't, a click is known at its release.
  public mutating func receive(_ edge: Edge, waitsForMore: Bool) -> Outcome? {
    switch edge.direction {
    case .pressed: press(at: edge.stamped, waitsForMore)
    case .released: release(at: edge.stamped)
    }
  }

  /// Decides what its deadline decides.
  public mutating func expire() -> Outcome? {
    switch state {
    case .idle, .spent: return nil
    case .pressed(let press, _):
      state = .held(press)
      return .recognized(.longPress, start: press.start)
    case .held(let press):
      state = .spent
      return .recognized(.veryLongPress, start: press.start)
    case .released(_, let start, let clicks):
      state = .idle
      return .recognized(GestureRecognizer.gesture(of: clicks), start: start)
    }
  }

  private mutating func press(at instant: Instant, _ waitsForMore: Bool) -> Outcome? {
    switch state {
    case .idle:
      self.waitsForMore = waitsForMore
      state = .pressed(Press(began: instant, start: instant), clicks: 0)
      return .heard(at: instant, isFirst: true)
    case .released(_, let start, let clicks):
      state = .pressed(Press(began: instant, start: start), clicks: clicks)
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
    case .pressed(let press, let clicks):
      return click(clicks + 1, releasedAt: instant, start: press.start)
    }
  }

  private mutating func click(_ clicks: Int, releasedAt instant: Instant, start: Instant)
    -> Outcome?
  {
    guard waitsForMore && clicks < GestureRecognizer.mostClicks else {
      state = .idle
      return .recognized(GestureRecognizer.gesture(of: clicks), start: start)
    }
    state = .released(at: instant, start: start, clicks: clicks)
    return nil
  }

  private static func gesture(of clicks: Int) -> Gesture {
    switch clicks {
    case ...1: .click
    case 2: .doubleClick
    default: .tripleClick
    }
  }
}
