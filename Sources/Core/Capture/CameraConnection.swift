/// How the program stands with its camera: whether there is one, whether it is open, and for what.
///
/// A failure lasts until the camera has delivered again. One that is closed on purpose has none: it is
/// not expected to work.
struct CameraConnection: Sendable {
  /// What the camera is open for.
  enum Purpose: Hashable, Sendable {
    /// Frames, one after the other.
    case frames
    /// One frame during a pause, to see whether something moves; given up at `until`.
    case look(until: Instant)
  }

  /// State of the connection; what it has to hold stands apart, because it is looked at in each turn.
  enum State: Hashable, Sendable {
    /// The configuration has no camera.
    case absent
    /// Nobody wants it.
    case closed
    /// Nobody will want it any more: the program ends.
    case ended
    /// It was told to open.
    case opening(Purpose)
    /// It is open and has this mode.
    indirect case open(CameraMode, Purpose)
    /// It failed; it is tried again at `retryAt`.
    indirect case faulted(Failure, retryAt: Instant)
  }

  /// What a failure was to the one who uses the camera.
  enum Loss: Hashable, Sendable {
    /// Nobody used it.
    case none
    /// A look found nothing.
    case look
    /// Frames stop; `isNews` unless it has failed in the same way since it last delivered.
    case frames(isNews: Bool)
  }

  private(set) var state: State
  /// Failure of the camera, until it has delivered again.
  @Occasional private(set) var failure: Failure? = nil
  /// Whether a frame has come since it was opened for frames.
  private(set) var hasDelivered = false
  private var backoff = Backoff()

  /// A camera that is to be opened for frames, if the configuration has one.
  init(isConfigured: Bool) {
    state = isConfigured ? .opening(.frames) : .absent
  }

  /// Whether the configuration has none.
  var isAbsent: Bool {
    if case .absent = state { true } else { false }
  }

  /// Whether it is open.
  var isOpen: Bool {
    if case .open = state { true } else { false }
  }

  /// What the camera is set to, while it is open.
  var mode: CameraMode? {
    if case .open(let mode, _) = state { mode } else { nil }
  }

  /// Why the camera is open or told to open; nil while it is neither.
  var purpose: Purpose? {
    switch state {
    case .opening(let purpose), .open(_, let purpose): purpose
    case .absent, .closed, .ended, .faulted: nil
    }
  }

  /// Whether a look is under way.
  var isLooking: Bool {
    if case .look = purpose { true } else { false }
  }

  /// When the next thing happens by itself: the end of a look that found nothing, or the next try.
  var deadline: Instant? {
    switch state {
    case .opening(.look(let until)), .open(_, .look(let until)): until
    case .faulted(_, let retryAt): retryAt
    case .absent, .closed, .ended, .opening(.frames), .open(_, .frames): nil
    }
  }

  /// Whether the first attempt to open it has come to something; its frames may come later.
  var isAnswered: Bool {
    if case .opening(.frames) = state { failure != nil } else { true }
  }

  /// It is told to open for `purpose`; false where there is none, or at the program's end.
  mutating func open(for purpose: Purpose) -> Bool {
    guard isUsable else { return false }
    state = .opening(purpose)
    hasDelivered = false
    return true
  }

  /// It is open; false if that comes too late to be of use.
  mutating func opened(_ mode: CameraMode) -> Bool {
    guard let purpose, !hasDelivered else { return false }
    state = .open(mode, purpose)
    return true
  }

  /// One of its controls was set; while it is closed the next opening tells that.
  mutating func controlSet(_ setting: ControlSetting) {
    guard case .open(var mode, let purpose) = state else { return }
    mode.controls.removeAll { $0.name == setting.name }
    mode.controls.append(setting)
    state = .open(mode, purpose)
  }

  /// It has delivered a frame; true for the first since it was opened.
  mutating func delivered() -> Bool {
    guard !hasDelivered else { return false }
    hasDelivered = true
    failure = nil
    backoff.reset()
    return true
  }

  /// Nobody wants it any more; true if it has to be closed.
  mutating func close() -> Bool {
    guard isUsable else { return false }
    defer { (state, failure, hasDelivered) = (.closed, nil, false) }
    return purpose != nil
  }

  /// Nobody will want it any more; true if it has to be closed.
  mutating func end() -> Bool {
    guard isUsable else { return false }
    defer { state = .ended }
    return close()
  }

  private var isUsable: Bool {
    switch state {
    case .absent, .ended: false
    case .closed, .opening, .open, .faulted: true
    }
  }

  /// It failed at `now`.
  mutating func fails(_ failure: Failure, at now: Instant) -> Loss {
    switch state {
    case .absent, .closed, .ended: return .none
    case .opening(.look), .open(_, .look):
      state = .closed
      return .look
    case .opening(.frames), .open(_, .frames), .faulted: break
    }
    let isNews = failure != self.failure
    state = .faulted(failure, retryAt: deadline ?? now + backoff.next())
    (self.failure, hasDelivered) = (failure, false)
    return .frames(isNews: isNews)
  }

  /// It may have come back at `now`: one that failed is tried soon, and has a short wait after that.
  mutating func plugged(at now: Instant) {
    guard case .faulted(let failure, let retryAt) = state else { return }
    backoff.reset()
    state = .faulted(failure, retryAt: min(retryAt, now + Device.settling))
  }
}

/// How far a change of the camera has come.
enum CameraChange: Hashable, Sendable {
  /// The world was asked for it.
  case asked
  /// The other camera is being opened.
  case opening
}
