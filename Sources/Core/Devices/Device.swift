/// The state of one role's device: absent by configuration, being opened, working, or to be tried
/// again.
public struct Device: Sendable {
  /// Where it stands.
  public enum State: Hashable, Sendable {
    /// The configuration gives the role no device.
    case absent
    /// It was asked to open and has not answered.
    case opening
    /// It is open and was heard of since.
    case working
    /// It failed; it is tried again at `retryAt`.
    case faulted(Failure, retryAt: Instant)
  }

  /// What it is for.
  public let role: Role
  /// Where it stands.
  public private(set) var state: State
  private var backoff = Backoff()
  private var reported: Failure?

  /// The device of `role`, absent if the configuration has none.
  public init(_ role: Role, isConfigured: Bool) {
    self.role = role
    state = isConfigured ? .opening : .absent
  }

  /// When it is tried again, if it failed.
  public var deadline: Instant? {
    guard case .faulted(_, let retryAt) = state else { return nil }
    return retryAt
  }

  /// Why it does not work, if it failed.
  public var failure: Failure? {
    guard case .faulted(let failure, _) = state else { return nil }
    return failure
  }

  /// Whether it can be used now.
  public var isWorking: Bool { state == .working }

  /// It works: the next failure starts with a short wait again.
  ///
  /// - Returns: whether that is news.
  public mutating func works() -> Bool {
    guard state != .working, state != .absent else { return false }
    state = .working
    reported = nil
    backoff.reset()
    return true
  }

  /// It failed at `now` and is to be tried again later.
  ///
  /// - Returns: whether that is news: another failure than the one reported before.
  public mutating func fails(_ failure: Failure, now: Instant) -> Bool {
    guard state != .absent else { return false }
    defer { reported = failure }
    state = .faulted(failure, retryAt: now + backoff.next())
    return reported != failure
  }

  /// Its wait is over.
  public mutating func retries() {
    state = .opening
  }
}
