/// A time in which the camera should have delivered and did not: a fact that the store keeps, so that
/// nobody has to guess why there is no picture of it.
package struct Gap: Hashable, Sendable {
  /// Why nothing came, in the word that the record has.
  package enum Cause: String, CaseIterable, Hashable, Sendable {
    /// The camera failed, or somebody else had it.
    case fault
    /// It was not there.
    case unplugged
    /// It was open, reported no error and delivered nothing.
    case stall
  }

  /// The stamp of the last frame before; without one, when it was known that none would come.
  package let from: Instant
  /// The stamp of the first frame after it, or when nobody waited for one any longer.
  package let to: Instant
  /// How it began.
  package let cause: Cause

  /// A gap in this boot.
  package init(from: Instant, to: Instant, cause: Cause) {
    self.from = from
    self.to = to
    self.cause = cause
  }
}

/// The gap in what the camera delivers that is open now.
struct GapWatch: Sendable {
  private var open: (from: Instant, cause: Gap.Cause)?

  /// Whether nothing is being delivered that should be.
  var isOpen: Bool { open != nil }

  /// Nothing has come since `from`; a gap that is open already keeps its beginning and its cause.
  mutating func begin(at from: Instant, _ cause: Gap.Cause) {
    if open == nil { open = (from, cause) }
  }

  /// The gap, if there is one, ends at `to`.
  mutating func end(at to: Instant) -> Gap? {
    guard let (from, cause) = open else { return nil }
    open = nil
    // A driver's stamps may lie ahead of the clock by less than a period.
    return Gap(from: from, to: max(from, to), cause: cause)
  }
}
