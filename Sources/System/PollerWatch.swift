import Core

/// Watch of a poller over one descriptor, told only what has changed.
///
/// The descriptor's owner keeps it, and ends it before it closes the descriptor.
package struct PollerWatch {
  private var told: Poller.Readiness?

  /// Nothing was told.
  package init() {}

  /// Has `poller` tell when `descriptor` is ready for `wanted`, as `token`.
  package mutating func set(
    _ wanted: Poller.Readiness, of descriptor: Int32, as token: Poller.Token,
    with poller: borrowing Poller
  ) throws(SystemError) {
    guard wanted != told else { return }
    if told == nil {
      try poller.add(descriptor, as: token, for: wanted)
    } else {
      try poller.change(descriptor, as: token, for: wanted)
    }
    told = wanted
  }

  /// Has `poller` watch `descriptor` no longer.
  package mutating func end(
    of descriptor: Int32, with poller: borrowing Poller
  ) throws(SystemError) {
    if told != nil { try poller.remove(descriptor) }
    told = nil
  }
}
