import Core

/// A clock that goes only when somebody moves it: weeks pass in minutes, and a run can be repeated.
public final class VirtualTime {
  /// The present.
  public private(set) var now: Instant

  /// A clock that stands at `start`.
  public init(at start: Instant = .zero + .seconds(20)) {
    now = start
  }

  /// Goes on to `instant`, if that is not past.
  public func advance(to instant: Instant) {
    now = max(now, instant)
  }

  /// Goes on by `duration`.
  public func advance(by duration: Duration) {
    now = now + duration
  }
}
