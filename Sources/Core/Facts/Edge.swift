/// A change of the button's line, already in terms of the button: polarity is the driver's business.
package struct Edge: Hashable, Sendable {
  /// Which way the button went.
  package enum Direction: Hashable, Sendable { case pressed, released }

  /// Which way the button went.
  package let direction: Direction
  /// When the kernel saw it.
  package let stamped: Instant

  /// An edge as the kernel stamped it.
  package init(_ direction: Direction, stamped: Instant) {
    self.direction = direction
    self.stamped = stamped
  }
}
