/// Causes of pauses and states of capture.
extension Capture {
  /// Why capture pauses, the gravest last.
  package enum PauseCause: String, CaseIterable, Hashable, Sendable {
    /// Nothing moved for a while: ends with movement, a press, or a person's word.
    case idle
    /// A person said so: ends with a press or a person's word.
    case manual
    /// The board is too hot: ends when it has cooled down.
    case overTemperature
    /// The store is nearly full: ends when there is room again.
    case lowStorage

    /// Whether a person ends it by a press or a word.
    package var endsByPerson: Bool { self == .idle || self == .manual }

    /// Its place in a set of causes.
    fileprivate var bit: UInt8 {
      switch self {
      case .idle: 1
      case .manual: 2
      case .overTemperature: 4
      case .lowStorage: 8
      }
    }

    /// The word for it in sentences.
    var word: Phrase {
      switch self {
      case .idle: Phrase("pause.idle", "idle")
      case .manual: Phrase("pause.manual", "manual")
      case .overTemperature: Phrase("pause.too-hot", "too hot")
      case .lowStorage: Phrase("pause.storage-low", "storage low")
      }
    }
  }

  /// Causes for which capture pauses at once: a bit each, for all turns ask for them.
  struct PauseCauses: Equatable, Sendable {
    private var bits: UInt8 = 0

    var isEmpty: Bool { bits == 0 }

    /// The gravest of them; nil where there is none.
    var gravest: PauseCause? {
      isEmpty ? nil : PauseCause.allCases.last { contains($0) }
    }

    func contains(_ cause: PauseCause) -> Bool { bits & cause.bit != 0 }

    /// Whether `cause` is the only one.
    func isOnly(_ cause: PauseCause) -> Bool { bits == cause.bit }

    mutating func insert(_ cause: PauseCause) { bits |= cause.bit }

    /// Removes `cause`; says whether it was there.
    mutating func remove(_ cause: PauseCause) -> Bool {
      defer { bits &= ~cause.bit }
      return contains(cause)
    }
  }

  /// State of capture as people see it; what it has to hold stands apart, because all ask for it in each turn.
  package enum State: Hashable, Sendable {
    /// The camera is being opened, or has not delivered a valid frame yet.
    case starting
    /// Frames arrive.
    case running
    /// The camera is off on purpose.
    case paused(PauseCause)
    /// The camera failed and is tried again at `retryAt`.
    indirect case faulted(Failure, retryAt: Instant)
    /// There is no camera, or the program is ending.
    case stopped
  }
}

extension Capture.State {
  /// The word for it in status and on screens.
  package var word: Phrase {
    switch self {
    case .starting: Phrase("capture.state.starting", "starting")
    case .running: Phrase("capture.state.running", "running")
    case .paused(let cause): Phrase("capture.state.paused", "paused (\(cause.word))")
    case .faulted: Phrase("capture.state.faulted", "faulted")
    case .stopped: Phrase("capture.state.stopped", "stopped")
    }
  }

  /// The state and the cause of a pause for programs, members of an object.
  var members: [(String, JSON)] {
    [("capture", .string(name)), ("pause_cause", pauseCauseJSON)]
  }

  /// The name for it for programs, whatever the cause.
  fileprivate var name: String {
    switch self {
    case .starting: "starting"
    case .running: "running"
    case .paused: "paused"
    case .faulted: "faulted"
    case .stopped: "stopped"
    }
  }

  /// The cause of a pause for programs.
  fileprivate var pauseCauseJSON: JSON {
    if case .paused(let cause) = self { .string(cause.rawValue) } else { .null }
  }
}

/// State of capture and its camera.
extension Capture {
  /// Whether the camera delivers, and if not, why not.
  @inline(__always)
  package var state: State {
    if let cause = gravestCause { return .paused(cause) }
    switch connection.state {
    case .absent, .ended: return .stopped
    case .closed, .opening: return .starting
    case .open: return connection.hasDelivered ? .running : .starting
    case .faulted(let failure, let retryAt): return .faulted(failure, retryAt: retryAt)
    }
  }

  /// What the camera is set to, while it is open.
  package var mode: CameraMode? { connection.mode }

  /// Why the camera does not work.
  var failure: Failure? { connection.failure }

  /// Whether the configuration has no camera.
  var isAbsent: Bool { connection.isAbsent }

  /// Whether the first attempt to open the camera has come to something, or nobody wants it.
  var isAnswered: Bool { connection.isAnswered || !causes.isEmpty }

  /// Whether the camera is open during a pause, for one frame.
  var isLooking: Bool { connection.isLooking }

  /// When the camera is tried again, or a look is given up.
  var deadline: Instant? { connection.deadline }

  /// When the camera has stalled if no frame comes before; one that is closed can't stall, and a look
  /// has an end of its own.
  var stallAt: Instant? { connection.isOpen && !isLooking ? flow.stallAt : nil }

  /// The frames that the camera holds for a photo.
  var frames: RecentFrames { flow.frames }

  /// Whether what came of late was no picture, which explains why there is none.
  func isDamaged(at now: Instant) -> Bool { flow.isDamaged(at: now) }

  /// Whether the camera is coming back from a pause.
  var isResuming: Bool { resumesSince != nil }

  /// When the pause ended from which the camera is coming back; nil if it is not.
  var resumesSince: Instant? { resumeTimes.began }

  /// The longest that it took to come back from a pause; nil before the first time.
  var slowestResume: Duration? { resumeTimes.slowest }

  /// Whether a person wants the camera to take little power.
  package var savesPower: Bool { demand.savesPower }

  /// Whether capture pauses for `cause`, be it among others.
  func isPaused(for cause: PauseCause) -> Bool { causes.contains(cause) }

  /// Whether capture goes on when `cause` has ended.
  func pausesOnly(for cause: PauseCause) -> Bool { causes.isOnly(cause) }

  private var gravestCause: PauseCause? { causes.gravest }

  /// Which camera it is, and how it runs.
  var presence: Phrase {
    mode?.presence ?? Phrase("camera.closed", "The camera is closed; capture is \(state.word).")
  }

  /// The same for programs: as in the status.
  var presenceJSON: JSON { .object(state.members + [("camera", .optional(mode?.json))]) }
}

extension Capture {
  /// What status says of capture and its camera.
  func status(_ counts: FrameCounts?) -> [StatusEntry] {
    [
      StatusEntry("capture", [sentence], json: .string(state.name)),
      StatusEntry("pause_cause", json: state.pauseCauseJSON),
      StatusEntry("camera", json: .optional(mode?.json)),
      StatusEntry("frames", [frames(counts)], json: framesJSON(counts)),
    ]
  }

  /// What status says of the power that the camera takes.
  func powerStatus(_ presentPower: Phrase) -> StatusEntry {
    StatusEntry("powersave", savesPower ? [presentPower] : [], json: .bool(savesPower))
  }

  private var sentence: Phrase {
    guard let mode else { return Phrase.statusCapture(state.word) }
    return Phrase(
      "status.capture-mode",
      "Capture: \(state.word), \(mode.card), \(mode.format) \(mode.size) at \(mode.rate).")
  }

  private func frames(_ counts: FrameCounts?) -> Phrase {
    guard let counts else {
      return Phrase("status.no-frames", "Frames: none, the camera is closed.")
    }
    return Phrase.statusFrames(
      rate.map { Figures.decimal(Int(($0 * 10).rounded()), digits: 1) } ?? .unknown,
      counts.delivered,
      counts.lost, counts.discarded)
  }

  private func framesJSON(_ counts: FrameCounts?) -> JSON {
    guard let counts else { return .null }
    return .object(
      [("per_second", .optional(rate))] + counts.named.map { ($0.name, .integer($0.count)) })
  }

  private var rate: Double? { state == .running ? flow.perSecond : nil }
}

extension Phrase {
  static func statusCapture(_ state: Phrase) -> Phrase {
    Phrase("status.capture", "Capture: \(state).")
  }

  static func statusFrames(
    _ rate: Figure, _ delivered: Int, _ lost: Int, _ discarded: Int
  ) -> Phrase {
    Phrase(
      "status.frames",
      "Frames: \(rate) per second, \(delivered) delivered, \(lost) lost, \(discarded) discarded.")
  }

}
