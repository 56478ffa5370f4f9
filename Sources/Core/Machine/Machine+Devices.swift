/// Devices: opening, failing, trying again, other ones.
extension Machine {
  /// People see and hear something first; the camera settles while the others open; the store, which
  /// flushes, comes last.
  static let openingOrder: [Role] =
    [.light, .buzzer, .camera, .button, .accelerometer, .console, .store]

  mutating func start() {
    life.start(at: now)
    steps.log(.info, "Machine", .started(settings.version))
    for role in Machine.openingOrder where !isAbsent(role) { steps.open(role) }
    hindrances.measureRoom(at: now, &steps)
  }

  mutating func receive(_ event: Event.Device) {
    switch event {
    case .opened(let role): opened(role)
    case .failed(let failure): bears(failure) ? survey.putBack() : failed(failure)
    case .plugged(.camera): capture.plugged(at: now)
    case .plugged(let role): peripherals.plugged(role, at: now)
    }
  }

  mutating func receive(_ event: Event.Accelerometer) {
    switch event {
    case .opened(let sensing):
      if isOpen(.accelerometer) { accelerometer.opened(sensing, at: now) }
    case .reading(let sample): receive(sample)
    // One report is enough: the chip has looked for as long as it was set to.
    case .jolted(let stamped):
      guard accelerometer.sensing != nil, motionSource.usesAccelerometer else { return }
      moved(.accelerometer, at: min(stamped, now))
    }
  }

  mutating func receive(_ event: Event.Measured) {
    switch event {
    case .all(let measurements):
      let canMakeRoom = mirror.canMakeRoom(at: now)
      hindrances.measured(measurements.space, canMakeRoom: canMakeRoom, at: now)
      measured(measurements.temperature)
      if let change = clock.read(measurements.wall) { steps.note(change) }
      if mirror.isTidyingDue(at: now, measurements.wall) { tidy() }
      if canMakeRoom { makeRoom() }
      if mirror.facts?.isSurveyDue == true, published.storeWorks { survey.resume() }
      answerStatus(with: measurements)
    case .temperature(let temperature): measured(temperature)
    }
  }

  /// A device that failed is closed, and tried again after a while.
  mutating func failed(_ failure: Failure) {
    if failure.role == .camera { return cameraFailed(failure) }
    peripherals.failed(failure, at: now, &steps)
    forget(failure.role)
  }

  private mutating func opened(_ role: Role) {
    peripherals.worked(role, &steps)
    switch role {
    case .store:
      lock.forget()
      survey.begin()
      hooks.search.begin()
      steps.add(.measure(.all))
    case .light:
      indicator.lightFound()
      steps.add(.output(.light(indicator.light)))
    case .buzzer: steps.add(.output(.buzzer(indicator.buzzer)))
    // What was asked without it may be answered by a click from now on.
    case .button: tellQuestion()
    case .camera, .accelerometer, .console: break
    }
  }

  private mutating func cameraFailed(_ failure: Failure) {
    if capture.isLooking { movement.looked(at: now) }
    // At power-on a camera may still be on its way to the bus.
    if capture.isResuming || !failure.isAbsence { shutter.forfeitStart() }
    capture.failed(failure, at: now, &steps)
  }

  /// The accelerometer works when it answers; it may have been closed since it was asked.
  private mutating func receive(_ sample: Acceleration) {
    guard accelerometer.sensing != nil else { return }
    peripherals.worked(.accelerometer, &steps)
    let hasMoved = accelerometer.receive(sample, settings.accelerometerMode, at: now)
    if hasMoved, motionSource.usesAccelerometer { moved(.accelerometer, at: now) }
  }

  /// Where a photo or the light can't wait for that, the next measurement asks for it again.
  private mutating func tidy() {
    if mayFlush { steps.flush(.store(.tidy)) }
  }

  /// What is deleted or exported makes room before capture has to pause for want of it.
  ///
  /// Where that can't be just now, it is looked at again soon.
  private mutating func makeRoom() {
    guard let lacking = hindrances.lackingRoom, published.storeAnswers else {
      return
    }
    if mayFlushBetweenPhotos { steps.flush(.store(.makeRoom(lacking))) }
    hindrances.expectRoom(at: now)
  }

  private mutating func measured(_ temperature: Temperature?) {
    let isLost = hindrances.measured(temperature, at: now)
    guard isLost, !capture.isPaused(for: .overTemperature) else { return }
    steps.report(.warning, "Machine", .temperatureLost)
  }

  /// Nothing that a device told counts when it is closed.
  private mutating func forget(_ role: Role) {
    switch role {
    case .accelerometer: accelerometer.forget()
    case .button: forgetGesture()
    case .store:
      lock.forget()
      survey.end()
    case .camera, .light, .buzzer, .console: break
    }
  }

  private func isAbsent(_ role: Role) -> Bool {
    role == .camera ? capture.isAbsent : peripherals.state(of: role) == .absent
  }

  /// It may have been closed since it was told to open.
  private func isOpen(_ role: Role) -> Bool {
    switch peripherals.state(of: role) {
    case .opening, .working: true
    case .absent, .faulted: false
    }
  }
}

/// New settings while the program runs: they hold for what comes next; photos under way are taken as planned.
extension Machine {
  /// Takes `settings`; the devices of `changed` are other ones now, or none.
  ///
  /// A program that is shutting down ignores them.
  mutating func reconfigure(_ settings: Settings, _ changed: Set<Role>) {
    guard !published.isEnding else { return }
    if settings.configurationDigest != self.settings.configurationDigest {
      steps.note(.configurationChanged(digest: settings.configurationDigest))
    }
    let former = faceAnalyser
    self.settings = settings
    if faceAnalyser != former { refuseFinders(.noFaceAnalyser) }
    button.adopt(settings)
    hindrances.adopt(settings)
    voice.adopt(settings, &steps)
    hooks.adopt(settings)
    hooks.search.begin()
    if !settings.asksByButton, asking.board?.piece != nil { tellQuestion() }
    movement.wait(for: settings.idleAfter)
    recorder.longest = settings.clipLongest
    slots.plan = settings.study
    steps.add(.measure(.all))
    peripherals.reconfigured(changed)
    if !published.activity.isAtRest, peripherals.renewals.contains(where: \.takesPhotos) {
      steps.report(
        .info, "Machine",
        Phrase(
          "machine.renewal-waits",
          "Camera and button change when the photos that were asked for are stored."))
    }
  }

  /// Closes what has another device now, and opens that: first all the one, then all the other, since
  /// one role may get the line of another.
  ///
  /// Camera and button wait until what was asked of them is done.
  mutating func settleRenewals() {
    guard !peripherals.renewals.isEmpty, !published.isEnding else { return }
    let isAtRest = published.activity.isAtRest
    let roles = Machine.openingOrder.filter { role in
      peripherals.renewals.contains(role) && (isAtRest || !role.takesPhotos)
    }
    for role in roles { quieten(role) }
    for role in roles { renew(role) }
  }

  private mutating func quieten(_ role: Role) {
    if role == .light { steps.add(.output(.light(false))) }
    if role == .buzzer { steps.add(.output(.buzzer(false))) }
    forget(role)
    steps.close(role)
  }

  private mutating func renew(_ role: Role) {
    let isConfigured = settings.roles.contains(role)
    if role == .camera {
      peripherals.renewed(role)
      capture.renew(isConfigured: isConfigured, &steps)
      if !isConfigured { capture.endGap(at: now, &steps) }
    } else {
      peripherals.renew(role, isConfigured: isConfigured, &steps)
    }
  }
}

extension Role {
  /// Whether a photo under way depends on the role's device.
  fileprivate var takesPhotos: Bool {
    switch self {
    case .camera, .button: true
    case .light, .buzzer, .accelerometer, .console, .store: false
    }
  }
}

extension Phrase {
  package static func started(_ version: String) -> Phrase {
    Phrase("machine.started", "Exhibit \(version) starts.")
  }

  static let temperatureLost = Phrase(
    "heat.lost",
    "The temperature can no longer be read: capture does not pause for heat until it can.")
}
