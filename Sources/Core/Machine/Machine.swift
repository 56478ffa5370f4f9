/// The evidence camera itself: takes events, answers with effects.
///
/// It is pure: no clock, no input or output, no chance. The same events at the same instants give the
/// same effects. It owns no timers; `deadline` says when it next wants to be woken. Each of its parts
/// keeps one kind of state; the extensions, a file for each concern, say how the parts play together.
public struct Machine: Sendable {
  /// The roles whose devices are all treated alike; the camera's is the capture's own.
  static let otherRoles: [Role] = [.light, .buzzer, .button, .accelerometer, .console, .store]

  /// What it was configured to do.
  public internal(set) var settings: Settings
  /// Whether everything is safe and the program may end.
  public internal(set) var isFinished = false
  /// Whether it ends because a person at the board or a console wants it shut down.
  public internal(set) var isShutdown = false
  /// Whether the camera delivers.
  public internal(set) var capture: Capture
  /// Whether photos are being counted down to.
  public internal(set) var shutter = Shutter()
  /// The photos that are not durable yet.
  public internal(set) var storing = Storing()
  /// What light and buzzer show.
  public internal(set) var indicator = Indicator()

  /// Whether a person wants the camera to take little power.
  public internal(set) var isSubdued = false

  /// How the camera was told to run.
  var power = CameraPower.full
  /// A change of the camera that is under way.
  var cameraChange: CameraChange?
  var others: [Device]
  var debouncer: Debouncer
  var recognizer: GestureRecognizer
  var meaning = GestureMeaning.ask
  var frames = RecentFrames()
  var frameRate = FrameRate()
  var stall = StallWatch()
  var gaps = GapWatch()
  /// When the camera last delivered something that is no picture.
  var damagedAt: Instant?
  var storage: StorageRoom
  var heat: Heat
  /// How the accelerometer is listened to; nil while it is closed.
  var sensing: Sensing?
  /// What it was told to measure at.
  var pace: Sensing.Pace?
  /// When the accelerometer is asked next, or is asked why it says nothing.
  var sampleAt: Instant?
  /// Where a person wants movement to be looked for, in place of what is configured.
  var chosenMotion: MotionSource?
  var accelerometerMotion = AccelerometerMotion()
  var stillness: Stillness
  var resumeTimes = ResumeTimes()
  /// When the picture was last looked at.
  var lookedAt = Instant.zero
  /// Whether there was a look since the picture counts, with which the next can be compared.
  var hasScene = false
  /// What the press under way has ended; if it asks for no photo, that goes on.
  var interruptedPause: Capture.PauseCause?
  var acceleration: Acceleration?
  var posture = Posture()
  var statusQuestions: [StatusQuestion] = []
  var watch = Watch()
  /// What was measured last.
  var measurements = Measurements()
  var heartbeat: Heartbeat
  var bulletin = Bulletin()
  var isReadyTold = false
  var startedAt: Instant?
  /// The roles whose devices were configured anew and are still the old ones.
  var renewals: Set<Role> = []
  /// Whether the first frame starts a countdown; whatever goes wrong before it forfeits that.
  var countsAtFirstFrame: Bool
  /// When the program may end, once it was told to and everything is stored.
  var finishAt: Instant?
  /// The latest instant that the machine was told of.
  private(set) var now = Instant.zero
  /// What flushes besides the writing of photos, for the end of this turn.
  var flushes: [Effect] = []
  private var effects: [Effect] = []
  /// When the latest turn ended with `flushes`; the light waits to be freed.
  private var flushedAt: Instant?

  /// A machine that has not started.
  public init(_ settings: Settings) {
    self.settings = settings
    capture = Capture(isConfigured: settings.roles.contains(.camera))
    others = Machine.otherRoles.map { Device($0, isConfigured: settings.roles.contains($0)) }
    debouncer = Debouncer(lockOut: settings.debounce)
    recognizer = GestureRecognizer(settings.gestureTimes)
    storage = StorageRoom(floor: settings.storageFloor)
    heat = Heat(settings.heatLimits)
    heartbeat = Heartbeat(watchdog: settings.watchdog)
    countsAtFirstFrame = settings.startsWithCountdown
    stillness = Stillness(from: .zero, patience: settings.idleAfter)
  }

  /// When the machine next wants to be woken, if no event comes first.
  public var deadline: Instant? {
    if isFinished { return nil }
    let next = Instant.earlier(nextTimer?.instant, .earlier(judgedAt, flushedAt))
    return .earlier(next, .earlier(indicator.deadline, darkAt))
  }

  /// Takes one event and says what is to be done about it, in order.
  ///
  /// - Parameter now: when the event was read. An edge counts at its own stamp, and is handled before
  ///   deadlines that lie after it.
  /// - Returns: nothing once it has finished.
  public mutating func handle(_ event: Event, now: Instant) -> [Effect] {
    if isFinished { return [] }
    self.now = max(self.now, now)
    if case .edge(let edge) = event {
      advance(to: min(edge.stamped, self.now))
    } else {
      advance(to: self.now)
    }
    take(event)
    takeProof(from: event)
    settleRenewals()
    settleCapture()
    settleStillness()
    settleScene()
    settlePower()
    settleGaps()
    settlePace()
    settleOutputs()
    return takeEffects()
  }

  /// Adds something to be done.
  mutating func emit(_ effect: Effect) {
    effects.append(effect)
  }

  /// The light is switched before anything is written, because writing may stop the loop.
  private mutating func settleOutputs() {
    let shot = storing.next(at: now, nextPlanned: shutter.planned)
    refreshLight()
    refreshNotices()
    refreshWatch()
    if let shot { emit(.photo(.store(shot))) }
    settleFlushes()
  }

  private mutating func settleFlushes() {
    flushedAt = flushes.isEmpty ? nil : now
    effects += flushes
    flushes.removeAll()
  }

  private mutating func takeEffects() -> [Effect] {
    var taken: [Effect] = []
    swap(&taken, &effects)
    return taken
  }

  private mutating func take(_ event: Event) {
    switch event {
    case .started: start()
    case .deadline: judge()
    case .device(.opened(let role)): opened(role)
    case .camera(.opened(let mode)): cameraOpened(mode)
    case .accelerometer(.opened(let sensing)): accelerometerOpened(sensing)
    case .camera(.changed(let isOpening)): cameraChanged(isOpening: isOpening)
    case .camera(.stays): cameraChange = nil
    case .device(.failed(let failure)): failed(failure)
    case .device(.plugged(let role)): plugged(role)
    case .edge(let edge): receive(edge)
    case .camera(.frame(let frame, let previous)): receive(frame, previous)
    case .camera(.frameDamaged): damagedAt = now
    case .accelerometer(.reading(let sample)): receive(sample)
    case .accelerometer(.jolted(let stamped)): jolted(at: stamped)
    case .camera(.sceneChanged(let part)): sceneChanged(by: part)
    case .photo(.kept(let id)): kept(id)
    case .photo(.stored(let id, let piece, let duration)): stored(id, piece, after: duration)
    case .photo(.failed(let id, let failure)): shotFailed(id, failure)
    case .measured(.all(let measurements)): measured(measurements)
    case .measured(.temperature(let temperature)): receive(temperature)
    case .console(.line(let line, let session, let access)): answer(line, from: session, access)
    case .console(.interrupted(let session)): endWatch(of: session)
    case .signal(let signal): obey(signal)
    case .reconfigured(let settings, let changed): reconfigure(settings, changed)
    }
  }
}
