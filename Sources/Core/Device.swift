/// The state of one role's device: absent by configuration, being opened, working, or to be tried
/// again.
struct Device: Sendable {
  /// State of the device; what it has to hold stands apart, because it is looked at in each turn.
  enum State: Hashable, Sendable {
    /// The configuration gives the role no device.
    case absent
    /// It was asked to open and has not proved that it works; `after` is why it did not before.
    indirect case opening(after: Failure?)
    /// It is open and was heard of since.
    case working
    /// It failed; it is tried again at `retryAt`.
    indirect case faulted(Failure, retryAt: Instant)
  }

  /// The role of the device.
  let role: Role
  /// State of the device.
  private(set) var state: State
  /// From the news that it was plugged in to the next try: its other nodes follow, and udev gives them
  /// their groups and links.
  ///
  /// Opening it may be news itself, and is no reason to try without pause.
  static let settling = Duration.seconds(1)

  private var backoff = Backoff()

  /// The device of `role`, absent if the configuration has none.
  init(_ role: Role, isConfigured: Bool) {
    self.role = role
    state = isConfigured ? .opening(after: nil) : .absent
  }

  /// When it is tried again, if it failed.
  var deadline: Instant? {
    guard case .faulted(_, let retryAt) = state else { return nil }
    return retryAt
  }

  /// Why it does not work: a failure lasts until the device has proved that it works again.
  var failure: Failure? {
    switch state {
    case .absent, .working: nil
    case .opening(let failure): failure
    case .faulted(let failure, _): failure
    }
  }

  /// Whether it can be used now.
  var isWorking: Bool { state == .working }

  /// It works: the next failure starts with a short wait again.
  ///
  /// - Returns: whether that is news.
  mutating func works() -> Bool {
    guard state != .working, state != .absent else { return false }
    state = .working
    backoff.reset()
    return true
  }

  /// It failed at `now` and is to be tried again later.
  ///
  /// - Returns: whether that is news: another failure than the one it had since it last worked.
  mutating func fails(_ failure: Failure, now: Instant) -> Bool {
    guard state != .absent else { return false }
    let isNews = failure != self.failure
    state = .faulted(failure, retryAt: deadline ?? now + backoff.next())
    return isNews
  }

  /// It may have come back at `now`: it is tried soon, and if that fails it has a short wait again.
  mutating func plugged(now: Instant) {
    guard case .faulted(let failure, let retryAt) = state else { return }
    backoff.reset()
    state = .faulted(failure, retryAt: min(retryAt, now + Device.settling))
  }

  /// Its wait is over.
  mutating func retries() {
    guard state != .absent else { return }
    state = .opening(after: failure)
  }
}

/// How long to leave something alone before trying it again: twice as long after each failure, within bounds.
package struct Backoff: Hashable, Sendable {
  private let first, longest: Duration
  private var upcoming: Duration

  /// A back-off that has seen no failure; unless told otherwise its waits are those of a device.
  package init(from first: Duration = .seconds(2), to longest: Duration = .seconds(30)) {
    self.first = first
    self.longest = longest
    upcoming = first
  }

  /// The wait after one more failure.
  package mutating func next() -> Duration {
    defer { upcoming = min(upcoming * 2, longest) }
    return upcoming
  }

  /// Forgets the failures: it has worked.
  package mutating func reset() {
    upcoming = first
  }
}

extension Phrase {
  static func deviceWorks(_ role: Phrase) -> Phrase {
    Phrase("device.works", "The \(role) works.")
  }
}
