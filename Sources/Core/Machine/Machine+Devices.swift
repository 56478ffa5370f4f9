/// Opening, failing and trying again.
extension Machine {
  mutating func start() {
    startedAt = now
    log(.info, "Machine", Phrase(.started, settings.version))
    for role in Machine.openingOrder where device(role)?.state != .absent {
      emit(.device(.open(role)))
    }
    measureStorage()
  }

  /// People see and hear something first; the camera settles while the others open; the store, which
  /// flushes, comes last.
  static let openingOrder: [Role] =
    [.light, .buzzer, .camera, .button, .accelerometer, .console, .store]

  /// The device of `role`; the camera's is the capture's own.
  func device(_ role: Role) -> Device? {
    role == .camera ? capture.device : others.first { $0.role == role }
  }

  mutating func opened(_ role: Role) {
    works(role)
    switch role {
    case .store: emit(.measure(.all))
    case .light: emit(.output(.light(indicator.light)))
    case .buzzer: emit(.output(.buzzer(indicator.buzzer)))
    case .camera, .button, .accelerometer, .console, .clock: break
    }
  }

  mutating func works(_ role: Role) {
    guard let index = others.firstIndex(where: { $0.role == role }), others[index].works()
    else { return }
    log(.info, "Machine", Phrase(.deviceWorks, role.rawValue))
  }

  /// The camera works when it delivers; it may have been paused since it was told to open.
  mutating func cameraOpened(_ mode: CameraMode) {
    guard capture.expectsCamera else { return }
    frames = RecentFrames()
    frameRate = FrameRate()
    capture.mode = mode
    stall.opened(framesPerSecond: mode.framesPerSecond, at: now)
    log(.info, "Capture", Phrase(.cameraOpened, mode.card, mode.format, mode.size, mode.rate))
  }

  mutating func failed(_ failure: Failure) {
    emit(.device(.close(failure.role)))
    if isNews(failure) { report(failure) }
    switch failure.role {
    case .camera:
      beginGap(failure.isAbsence ? .unplugged : .fault)
      forgetFrames()
      resumeTimes.forget()
      if capture.endPeek() { lookedAt = now }
      cameraChange = nil
      if !failure.isAbsence { countsAtFirstFrame = false }
    case .accelerometer: forgetAcceleration()
    case .button: forgetGesture()
    case .light, .buzzer, .console, .store, .clock: break
    }
  }

  /// Nothing that a camera which is no longer open delivered counts.
  mutating func forgetFrames() {
    capture.mode = nil
    frames = RecentFrames()
  }

  private mutating func isNews(_ failure: Failure) -> Bool {
    if failure.role == .camera { return capture.device.fails(failure, now: now) }
    guard let index = others.firstIndex(where: { $0.role == failure.role }) else { return true }
    return others[index].fails(failure, now: now)
  }

  /// How the camera's pictures are seen upright; nil where nobody knows how it is mounted.
  var orientation: Orientation? {
    capture.mode?.mounting?.orientation(up: posture.up)
  }

  mutating func retryCamera() {
    capture.device.retries()
    emit(.device(.open(.camera)))
  }

  mutating func retry(_ index: Int) {
    others[index].retries()
    emit(.device(.open(others[index].role)))
  }

  mutating func measureStorage() {
    storage.schedule(at: now)
    emit(.measure(.all))
  }

  mutating func measured(_ measurements: Measurements) {
    self.measurements = measurements
    storage.measured(measurements.space, at: now)
    receive(measurements.temperature)
    if measurements.isTidyingDue, isAtRest, finishAt == nil { flushes.append(.store(.tidy)) }
    answerStatus(with: measurements)
  }

  private mutating func report(_ failure: Failure) {
    log(.error, failure.role.speaker, failure.phrase)
    tell(failure.phrase, nil)
  }

  mutating func log(_ level: LogLevel, _ speaker: String, _ phrase: Phrase) {
    emit(.service(.log(level, speaker: speaker, phrase)))
  }
}

extension Role {
  /// The type that speaks for the role in the log.
  var speaker: String {
    switch self {
    case .camera: "Camera"
    case .button: "Button"
    case .light: "Light"
    case .buzzer: "Buzzer"
    case .accelerometer: "Accelerometer"
    case .console: "Console"
    case .store: "Store"
    case .clock: "Clock"
    }
  }
}
