/// Opening, failing and trying again.
extension Machine {
  /// From one reading of the accelerometer to the next.
  static let samplePeriod = Duration.milliseconds(100)

  mutating func start() {
    startedAt = now
    log(.info, "Machine", Phrase(.started, settings.version))
    for device in others where device.state == .opening { emit(.open(device.role)) }
    if capture.state == .starting { emit(.open(.camera)) }
    measureStorage()
  }

  /// The device of `role`; the camera's is the capture's own.
  func device(_ role: Role) -> Device? {
    role == .camera ? capture.device : others.first { $0.role == role }
  }

  mutating func opened(_ role: Role) {
    guard let index = others.firstIndex(where: { $0.role == role }) else { return }
    if others[index].works() { log(.info, "Machine", Phrase(.deviceWorks, role.rawValue)) }
    switch role {
    case .accelerometer: sampleAt = now
    case .store: emit(.measure)
    case .light: emit(.light(indicator.light))
    case .camera, .button, .buzzer, .console, .clock: break
    }
  }

  mutating func cameraOpened(_ mode: CameraMode) {
    frames = RecentFrames()
    frameRate = FrameRate()
    capture.mode = mode
    log(.info, "Capture", Phrase(.cameraOpened, mode.card, mode.format, mode.size, mode.rate))
  }

  mutating func failed(_ failure: Failure) {
    if failure.role == .camera {
      emit(.close(.camera))
      capture.mode = nil
      frames = RecentFrames()
      if capture.device.fails(failure, now: now) { report(failure) }
    } else if let index = others.firstIndex(where: { $0.role == failure.role }) {
      emit(.close(failure.role))
      if others[index].fails(failure, now: now) { report(failure) }
    } else {
      report(failure)
    }
    if failure.role == .accelerometer {
      sampleAt = nil
      acceleration = nil
    }
  }

  mutating func retryCamera() {
    capture.device.retries()
    emit(.open(.camera))
  }

  mutating func retry(_ index: Int) {
    others[index].retries()
    emit(.open(others[index].role))
  }

  mutating func sample(at due: Instant) {
    emit(.sample)
    sampleAt = due + Machine.samplePeriod
  }

  mutating func receive(_ sample: Acceleration) {
    acceleration = sample
  }

  mutating func measureStorage() {
    storage.schedule(at: now)
    if shutter.series == nil, storing.isEmpty { emit(.tidy) }
    emit(.measure)
  }

  mutating func measured(_ measurements: Measurements) {
    storage.measured(measurements.space)
    if storage.level == .exhausted {
      if capture.pause(for: .lowStorage) { pauseForStorage() }
    } else if capture.resume(from: .lowStorage) {
      emit(.open(.camera))
    }
    answerStatus(with: measurements)
  }

  private mutating func pauseForStorage() {
    emit(.close(.camera))
    frames = RecentFrames()
    log(.warning, "Capture", Phrase(.storageLow))
    tell(Phrase(.storageLow), nil)
  }

  private mutating func report(_ failure: Failure) {
    log(.error, failure.role.speaker, failure.phrase)
    tell(failure.phrase, nil)
  }

  mutating func log(_ level: LogLevel, _ speaker: String, _ phrase: Phrase) {
    emit(.log(level, speaker: speaker, phrase))
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
