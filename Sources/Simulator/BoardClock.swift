import Core

/// The clocks of a virtual board: real ones, or ones that a simulation moves.
public struct BoardClock {
  /// The name of this boot.
  public let bootID: String
  /// The present on the monotonic clock.
  public let now: () -> Instant
  /// What the calendar said at an instant of this boot.
  public let wall: (Instant) -> WallTime

  /// The clocks of the boot `bootID`.
  public init(
    bootID: String, now: @escaping () -> Instant, wall: @escaping (Instant) -> WallTime
  ) {
    self.bootID = bootID
    self.now = now
    self.wall = wall
  }

  /// The moment of `instant`.
  func moment(of instant: Instant) -> Moment {
    Moment(bootID: bootID, instant: instant, wall: wall(instant))
  }
}
