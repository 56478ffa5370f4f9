import Core

/// A push-button on a GPIO line: a finger, contacts that bounce, and the kernel's queue of edges.
package struct VirtualButton {
  /// Edges that libgpiod 1 has room for; the newest beyond it are lost.
  static let queueLimit = 16
  private static let clickHold = Duration.milliseconds(80)
  private static let clickPeriod = Duration.milliseconds(230)
  private static let longHold = Duration.milliseconds(1500)

  /// Why the line can't be opened or read; nil while it works.
  package var failure: Failure?
  /// Whether the contacts are closed.
  package private(set) var isPressed = false
  /// Edges to come, in order.
  private var coming: [Edge] = []
  private var queue: [Edge] = []
  /// While it is open.
  private var sequence: EdgeSequence?

  /// A button that nobody touches.
  package init() {}

  /// When the contacts change next.
  var nextInstant: Instant? { coming.first?.stamped }

  /// Whether somebody has the line open.
  package var isOpen: Bool { sequence != nil }

  /// The finger moves at `instant`; each of `bounces` is how long the contacts then stay in one state
  /// before they change once more, and of these there is an even number.
  package mutating func move(
    _ direction: Edge.Direction, at instant: Instant, bounces: [Duration] = []
  ) {
    precondition(bounces.count % 2 == 0, "a finger ends where it goes")
    var (stamp, closes) = (instant, direction == .pressed)
    add(Edge(direction, stamped: stamp))
    for bounce in bounces {
      stamp = stamp + bounce
      closes.toggle()
      add(Edge(closes ? .pressed : .released, stamped: stamp))
    }
  }

  /// The finger clicks `count` times from `instant` on.
  package mutating func click(_ count: Int, at instant: Instant) {
    for index in 0..<count {
      let start = instant + VirtualButton.clickPeriod * index
      move(.pressed, at: start)
      move(.released, at: start + VirtualButton.clickHold)
    }
  }

  /// The finger presses at `instant` and holds long enough for a long press.
  package mutating func hold(at instant: Instant) {
    move(.pressed, at: instant)
    move(.released, at: instant + VirtualButton.longHold)
  }

  /// Opens the line, which has one owner at most.
  mutating func open(at now: Instant) throws(Failure) {
    if let failure { throw failure }
    if isOpen { throw .busyLine(.button) }
    sequence = EdgeSequence(foundPressed: isPressed, at: now)
    queue.removeAll()
  }

  /// Closes the line.
  mutating func close() {
    sequence = nil
    queue.removeAll()
  }

  /// Lets the contacts do what they do until `now`.
  mutating func advance(to now: Instant) {
    while let edge = coming.first, edge.stamped <= now {
      coming.removeFirst()
      isPressed = edge.direction == .pressed
      if isOpen, queue.count < VirtualButton.queueLimit { queue.append(edge) }
    }
  }

  /// Appends the edges that wait, made whole, as the driver does.
  mutating func edges(into edges: inout [Edge], at now: Instant) throws(Failure) {
    guard isOpen else { return }
    if let failure { throw failure }
    for edge in queue { sequence?.take(edge, into: &edges) }
    queue.removeAll()
    sequence?.settle(pressed: isPressed, at: now, into: &edges)
  }

  private mutating func add(_ edge: Edge) {
    let place = coming.firstIndex { $0.stamped > edge.stamped } ?? coming.endIndex
    coming.insert(edge, at: place)
  }
}
