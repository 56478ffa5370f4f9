/// Whether the camera delivers, and if not, why not.
public struct Capture: Sendable {
  /// Why capture pauses; each cause ends in its own way.
  public enum PauseCause: String, Hashable, Sendable {
    /// The store is nearly full: ends when there is room again.
    case lowStorage
  }

  /// What a person is told of it.
  public enum State: Hashable, Sendable {
    /// The camera is being opened, or has not delivered a valid frame yet.
    case starting
    /// Frames arrive.
    case running
    /// The camera is off on purpose.
    case paused(PauseCause)
    /// The camera failed and is tried again at `retryAt`.
    case faulted(Failure, retryAt: Instant)
    /// There is no camera, or the program is ending.
    case stopped
  }

  /// What the camera is set to, once it is open.
  public internal(set) var mode: CameraMode?
  var device: Device
  private var pause: PauseCause?

  /// Capture by the camera, if the configuration has one.
  public init(isConfigured: Bool) {
    device = Device(.camera, isConfigured: isConfigured)
  }

  /// Whether the camera delivers, and if not, why not.
  public var state: State {
    if let pause { return .paused(pause) }
    switch device.state {
    case .absent: return .stopped
    case .opening: return .starting
    case .working: return .running
    case .faulted(let failure, let retryAt): return .faulted(failure, retryAt: retryAt)
    }
  }

  /// When the camera is tried again; a pause tries nothing.
  public var deadline: Instant? { pause == nil ? device.deadline : nil }

  /// Pauses for `cause`; true if the camera has to be closed for it.
  mutating func pause(for cause: PauseCause) -> Bool {
    guard pause == nil else { return false }
    pause = cause
    mode = nil
    return device.state != .absent
  }

  /// Has another camera, or none; true if it has to be opened.
  mutating func renew(isConfigured: Bool) -> Bool {
    device = Device(.camera, isConfigured: isConfigured)
    return isConfigured && pause == nil
  }

  /// Ends a pause for `cause`; true if the camera has to be opened.
  mutating func resume(from cause: PauseCause) -> Bool {
    guard pause == cause else { return false }
    pause = nil
    guard device.state != .absent else { return false }
    device.retries()
    return true
  }
}
