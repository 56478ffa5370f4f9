import Core

/// A clock that goes only when somebody moves it: weeks pass in minutes, and a run can be repeated.
package final class VirtualTime {
  // Stored apart: Swift 6.0 can't read a stored property of a class through a noncopyable value.
  private var instant: Instant

  /// A clock that stands at `start`.
  package init(at start: Instant = .zero + .seconds(20)) {
    instant = start
  }

  /// The present.
  package var now: Instant { instant }

  /// Goes on to `instant`, if that is not past.
  package func advance(to instant: Instant) {
    self.instant = max(self.instant, instant)
  }

  /// Goes on by `duration`.
  package func advance(by duration: Duration) {
    instant = instant + duration
  }
}
