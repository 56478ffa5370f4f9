/// How an accelerometer is listened to: the best way that its driver has and that is permitted.
package struct Sensing: Hashable, Sendable {
  /// How its readings come.
  package enum Delivery: String, CaseIterable, Hashable, Sendable {
    /// By themselves: the kernel gathers them at the wanted pace.
    case buffer
    /// Each one is asked for.
    case polling
  }

  /// How fast movement has to be known of.
  package enum Pace: Hashable, Sendable {
    /// Capture runs.
    case running
    /// Capture is paused: as seldom as will do.
    case paused
  }

  /// How readings come while capture runs, and while it is paused if there are no events.
  package let delivery: Delivery
  /// Whether the chip itself reports movement, so that nothing has to be read while capture is paused.
  package let hasEvents: Bool

  /// A way of listening.
  package init(by delivery: Delivery, hasEvents: Bool = false) {
    self.delivery = delivery
    self.hasEvents = hasEvents
  }

  /// The best of what it has, in a word for programs.
  package var name: String { hasEvents ? "events" : delivery.rawValue }
}
