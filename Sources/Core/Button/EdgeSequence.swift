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

/// Makes the edges of a line whole again: they alternate, and they end where the line is.
///
/// The kernel loses edges. Its queue is finite: libgpiod 1 gets 16 and loses the newest, libgpiod 2 loses
/// the oldest. And it reads the level a little after the interrupt, so that two bounces may come out as
/// the same direction twice. Whoever counts presses must not be told "pressed" twice in a row.
package struct EdgeSequence {
  /// How long an edge may take from the line into the kernel's queue.
  ///
  /// An edge of that age, in the direction that the level had already shown, is no new edge.
  static let queueing = Duration.milliseconds(10)

  /// Where the last edge left the button.
  package private(set) var isPressed: Bool

  private var last: Instant
  /// When the level, and no edge, was last the source of `isPressed`.
  private var levelRead: Instant?

  /// A line that was found at a level; what brought it there is no edge.
  package init(foundPressed isPressed: Bool, at now: Instant) {
    self.isPressed = isPressed
    last = .zero
    levelRead = now
  }

  /// Appends `edge`, and before it the opposite one if that was lost.
  package mutating func take(_ edge: Edge, into edges: inout [Edge]) {
    if (edge.direction == .pressed) == isPressed {
      if isOfTheLevelRead(edge) { return }
      makeUp(stamped: edge.stamped, into: &edges)
    }
    levelRead = nil
    append(edge.direction, stamped: edge.stamped, into: &edges)
  }

  /// Appends the edge that leads to the level of the line, if it was lost; call it when the queue is empty.
  ///
  /// - Parameter now: read after the level.
  package mutating func settle(
    pressed isPressedNow: Bool, at now: Instant, into edges: inout [Edge]
  ) {
    guard isPressedNow != isPressed else { return }
    makeUp(stamped: now, into: &edges)
    levelRead = now
  }

  private func isOfTheLevelRead(_ edge: Edge) -> Bool {
    guard let levelRead else { return false }
    return edge.stamped < levelRead + Self.queueing
  }

  private mutating func makeUp(stamped: Instant, into edges: inout [Edge]) {
    append(isPressed ? .released : .pressed, stamped: stamped, into: &edges)
  }

  private mutating func append(
    _ direction: Edge.Direction, stamped: Instant, into edges: inout [Edge]
  ) {
    last = max(last, stamped)
    isPressed = direction == .pressed
    edges.append(Edge(direction, stamped: last))
  }
}
