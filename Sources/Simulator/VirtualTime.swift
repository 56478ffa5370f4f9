import Core

/// A clock that goes only when somebody moves it: weeks pass in minutes, and a run can be repeated.
public final class VirtualTime {
  // Stored apart: Swift 6.0 can't read a stored property of a class through a noncopyable value.
  private var instant: Instant

  /// A clock that stands at `start`.
  public init(at start: Instant = .zero + .seconds(20)) {
    instant = start
  }

  /// The present.
  public var now: Instant { instant }

  /// Goes on to `instant`, if that is not past.
  public func advance(to instant: Instant) {
    self.instant = max(self.instant, instant)
  }

  /// Goes on by `duration`.
  public func advance(by duration: Duration) {
    instant = instant + duration
  }
}
