/// Tells a press from the rattling of the switch: an edge is believed at once, then the line is not
/// listened to for a while.
///
/// Leading-edge debouncing adds no delay. If the line ends the lock-out on another level than the one
/// believed, as after a very short tap, the last edge is believed after all, at its own time.
struct Debouncer: Sendable {
  /// How long after a believed edge the others count as bounces.
  var lockOut: Duration
  /// What was seen so far.
  private(set) var counts = EdgeCounts()

  private var believed = Edge(.released, stamped: .zero)
  private var latest = Edge(.released, stamped: .zero)
  private var isLockedOut = false

  /// A debouncer for a released button.
  init(lockOut: Duration) {
    self.lockOut = lockOut
  }

  /// The end of the lock-out, when a last edge has still to be believed.
  var deadline: Instant? {
    isLockedOut && latest.direction != believed.direction ? lockOutEnd : nil
  }

  /// Takes an edge as the kernel stamped it, in the order of the stamps, once every deadline before
  /// it was settled.
  ///
  /// - Returns: the edge if it is believed.
  mutating func receive(_ edge: Edge) -> Edge? {
    counts.edges += 1
    if isLockedOut && edge.stamped < lockOutEnd {
      reject(edge)
      return nil
    }
    guard edge.direction != believed.direction else {
      counts.repeated += 1
      return nil
    }
    return believe(edge)
  }

  /// Ends the lock-out at its deadline and believes the edge that it left open.
  mutating func settle() -> Edge? {
    guard deadline != nil else { return nil }
    return believe(latest)
  }

  /// Forgets the edges of a line that is no longer listened to: its button counts as released.
  mutating func forget() {
    believed = Edge(.released, stamped: .zero)
    latest = believed
    isLockedOut = false
  }

  private var lockOutEnd: Instant { believed.stamped + lockOut }

  /// An edge that leaves the line on another level may be believed in the end, so it counts as a
  /// bounce only when the next one comes.
  private mutating func reject(_ edge: Edge) {
    if latest.direction != believed.direction { count(latest) }
    if edge.direction == believed.direction { count(edge) }
    latest = edge
  }

  private mutating func count(_ bounce: Edge) {
    counts.reject(after: bounce.stamped - believed.stamped)
  }

  private mutating func believe(_ edge: Edge) -> Edge {
    believed = edge
    latest = edge
    isLockedOut = true
    return edge
  }
}

/// What the button's line did, for people who wonder whether their switch is worn.
struct EdgeCounts: Hashable, Sendable {
  /// All edges that the kernel reported or the driver made up.
  var edges = 0
  /// Edges rejected because they came within the lock-out of another.
  var bounces = 0
  /// Edges rejected because the line already had that level.
  var repeated = 0
  /// The longest time from a believed edge to one of its bounces.
  var worstBounce = Duration.zero

  mutating func reject(after delay: Duration) {
    bounces += 1
    worstBounce = max(worstBounce, delay)
  }
}
