/// Listening to the accelerometer: asking it, or being told.
extension Machine {
  /// From one question to the next while capture runs, and while it is paused.
  static let samplePeriod = Duration.milliseconds(100),
    pausedSamplePeriod = Duration.milliseconds(200)
  /// How long readings that come by themselves may fail to come.
  static let sampleSilence = Duration.seconds(2)
  /// How often a chip that reports movement itself is asked during a pause: whether it is still there,
  /// and whether it was turned too slowly for it.
  static let sampleCheckPeriod = Duration.seconds(10)

  /// A chip that was just woken has nothing to say yet.
  mutating func accelerometerOpened(_ sensing: Sensing) {
    guard isAccelerometerOpen else { return }
    self.sensing = sensing
    pace = nil
    sampleAt = now + Machine.samplePeriod
  }

  mutating func forgetAcceleration() {
    sensing = nil
    pace = nil
    sampleAt = nil
    acceleration = nil
    posture = Posture()
    accelerometerMotion.forget()
  }

  /// After a stall it goes on from now: old readings can't be made up for.
  mutating func sample() {
    emit(.accelerometer(.sample))
    sampleAt = now + samplePeriod
  }

  /// The accelerometer works when it answers; it may have been closed since it was asked.
  mutating func receive(_ sample: Acceleration) {
    guard sensing != nil else { return }
    acceleration = sample
    posture.receive(sample)
    works(.accelerometer)
    let hasMoved = accelerometerMotion.receive(sample, settings.accelerometerMode)
    if !isAsked || accelerometerMotion.isInDoubt { sampleAt = now + samplePeriod }
    if hasMoved, motionSource.usesAccelerometer { moved(.accelerometer) }
  }

  /// The chip's own report: one is enough, since it has looked for as long as it was set to.
  mutating func jolted(at stamped: Instant) {
    guard sensing != nil, motionSource.usesAccelerometer else { return }
    moved(.accelerometer, at: min(stamped, now))
  }

  /// Tells the accelerometer when a pause begins or ends.
  mutating func settlePace() {
    guard sensing != nil else { return }
    let wanted: Sensing.Pace = if case .paused = capture.state { .paused } else { .running }
    guard wanted != pace else { return }
    pace = wanted
    emit(.accelerometer(.pace(wanted)))
    let next = now + samplePeriod
    sampleAt = isAsked && wanted == .paused ? min(sampleAt ?? next, next) : next
  }

  /// It may have been closed since it was told to open.
  private var isAccelerometerOpen: Bool {
    switch device(.accelerometer)?.state {
    case .opening, .working: true
    case .absent, .faulted, nil: false
    }
  }

  /// Whether each reading has to be asked for.
  private var isAsked: Bool {
    sensing?.delivery == .polling || (pace == .paused && sensing?.hasEvents == true)
  }

  private var samplePeriod: Duration {
    if pace == .paused, sensing?.hasEvents == true {
      return accelerometerMotion.isInDoubt ? Machine.pausedSamplePeriod : Machine.sampleCheckPeriod
    }
    switch sensing?.delivery {
    case .buffer: return Machine.sampleSilence
    case .polling, nil:
      return pace == .paused ? Machine.pausedSamplePeriod : Machine.samplePeriod
    }
  }
}
