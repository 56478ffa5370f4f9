/// The frames that the camera holds while it tells of one: the newest valid one, and the one before it.
public struct RecentFrames: Hashable, Sendable {
  /// The newest valid frame.
  public let newest: Frame?
  /// The valid frame before the newest.
  public let previous: Frame?

  /// No frames, as before the camera delivers.
  public init() {
    self.init(newest: nil, previous: nil)
  }

  /// What the camera holds.
  public init(newest: Frame?, previous: Frame?) {
    self.newest = newest
    self.previous = previous
  }

  /// The frame nearest to `planned`, once one at or after it has arrived.
  ///
  /// - Parameters:
  ///   - earliest: frames stamped before it don't count.
  ///   - used: a frame that has been used already doesn't count; its number alone would not tell it,
  ///     because a camera that is opened again begins to count anew.
  public func nearest(
    to planned: Instant, notBefore earliest: Instant, besides used: Frame?
  ) -> Frame? {
    guard let newest, newest.stamped >= planned else { return nil }
    guard let previous, previous.stamped >= earliest, previous != used,
      (previous.stamped - planned).magnitude <= (newest.stamped - planned).magnitude
    else { return newest == used ? nil : newest }
    return previous
  }
}
