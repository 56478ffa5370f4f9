/// When the service manager hears that the program makes progress: never without proof, and seldom.
///
/// A free-running timer would go on beating for a camera that has been silent for hours. What counts
/// is what came out of the devices, or a good reason why nothing does.
struct Heartbeat: Sendable {
  /// Why the program is known to do what it is there for.
  enum Proof: Hashable {
    /// A frame was taken from the running camera.
    case frame
    /// Nothing has to come: capture pauses, there is no camera, or its next try is ahead.
    case rest
    /// A photo became durable.
    case durableWrite
  }

  /// How many signs fit into the time after which the manager gives up.
  static let signsPerWatchdog = 4

  /// The least time from one sign to the next; nil if nobody waits for signs.
  let period: Duration?
  private var nextAt = Instant.zero

  /// A heartbeat for a manager that gives up after `watchdog` without a sign; nil: nobody does.
  init(watchdog: Duration?) {
    period = watchdog.map { $0 / Heartbeat.signsPerWatchdog }
  }

  /// From when on the next sign is due; nil if nobody waits for it.
  var deadline: Instant? { period == nil ? nil : nextAt }

  /// Takes a proof of `now`.
  ///
  /// A durable write is always told: the next one may stop the loop for long on a slow card.
  ///
  /// - Returns: whether to give a sign.
  mutating func take(_ proof: Proof, at now: Instant) -> Bool {
    guard let period, proof == .durableWrite || now >= nextAt else { return false }
    nextAt = now + period
    return true
  }
}
