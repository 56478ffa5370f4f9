/// How long nothing has moved, and whether that is long enough to pause.
public struct Stillness: Sendable {
  /// The part of a picture that has to change for a movement.
  static let leastChange = 0.005

  /// The latest movement, if there was any.
  public private(set) var movement: Movement?
  /// How long it has to be still.
  var patience: Duration
  /// From when on it is counted: the latest movement, or the end of what forbids a pause.
  private var since: Instant

  /// Stillness that is counted from `start` on.
  init(from start: Instant, patience: Duration) {
    since = start
    self.patience = patience
  }

  /// When it will have been still for long enough.
  var deadline: Instant { since + patience }

  /// Something moved at `instant`, which may be a while ago.
  mutating func moved(_ witness: Movement.Witness, at instant: Instant) {
    movement = Movement(witness: witness, at: instant)
    since = max(since, instant)
  }

  /// Something forbids a pause at `now`; when that ends, it is counted from there.
  mutating func restart(at now: Instant) {
    since = now
  }
}
