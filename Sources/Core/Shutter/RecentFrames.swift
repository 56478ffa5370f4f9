/// The frames that the camera holds: the newest valid one, and the one before it.
public struct RecentFrames: Hashable, Sendable {
  /// The newest valid frame.
  public private(set) var newest: Frame?
  /// The valid frame before the newest.
  public private(set) var previous: Frame?

  /// No frames, as before the camera delivers.
  public init() {}

  /// A new frame arrived; the oldest goes back to the driver.
  public mutating func receive(_ frame: Frame) {
    previous = newest
    newest = frame
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
