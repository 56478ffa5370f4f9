/// Whether the camera delivers, and if not, why not.
public struct Capture: Sendable {
  /// Why capture pauses; each cause ends in its own way.
  public enum PauseCause: String, Hashable, Sendable {
    /// Nothing moved for a while: ends with movement, a press, or a person's word.
    case idle
    /// A person said so: ends with a press or a person's word.
    case manual
    /// The store is nearly full: ends when there is room again.
    case lowStorage
    /// The board is too hot: ends when it has cooled down.
    case overTemperature

    /// Whether a person ends it by a press or a word.
    public var endsByPerson: Bool { self == .idle || self == .manual }
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
  /// Whether the camera is open during a pause, for one frame.
  private(set) var isPeeking = false

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

  /// Whether the camera was told to open and what it says of that is wanted.
  var expectsCamera: Bool { state == .starting || isPeeking }

  /// Pauses for `cause`, which takes the place of another, unless that is one that no person can end
  /// and `cause` is.
  ///
  /// - Returns: whether the camera has to be closed.
  mutating func pause(for cause: PauseCause) -> Bool {
    guard let before = pause else {
      pause = cause
      mode = nil
      return device.state != .absent
    }
    if before.endsByPerson || !cause.endsByPerson { pause = cause }
    return false
  }

  /// Begins to look for one frame during a pause; true if the camera has to be opened.
  mutating func peek() -> Bool {
    guard pause != nil, !isPeeking, device.state != .absent else { return false }
    isPeeking = true
    return true
  }

  /// Has looked; true if the camera has to be closed.
  mutating func endPeek() -> Bool {
    guard isPeeking else { return false }
    isPeeking = false
    mode = nil
    return true
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
    isPeeking = false
    guard device.state != .absent else { return false }
    device.retries()
    return true
  }
}
