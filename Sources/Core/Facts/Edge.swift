/// A change of the button's line, already in terms of the button: polarity is the driver's business.
public struct Edge: Hashable, Sendable {
  /// Which way the button went.
  public enum Direction: Hashable, Sendable { case pressed, released }

  /// Which way the button went.
  public let direction: Direction
  /// When the kernel saw it.
  public let stamped: Instant

  /// An edge as the kernel stamped it.
  public init(_ direction: Direction, stamped: Instant) {
    self.direction = direction
    self.stamped = stamped
  }
}
