/// What light and buzzer, the service manager and consoles learn of all that.
extension Machine {
  /// From here to the instant of a photo the light stays dark.
  static let darkness = Duration.milliseconds(200)

  /// When the light has next to go dark for a photo.
  var darkAt: Instant? {
    guard let planned = shadedPlan, planned - Machine.darkness > now else { return nil }
    return planned - Machine.darkness
  }

  /// The instant of the photo on which the light must not shine.
  private var shadedPlan: Instant? {
    settings.isDarkForShutter && published.capture == .running ? shutter.planned : nil
  }

  @inline(__always)
  private var constraint: Indicator.Constraint {
    if let planned = shadedPlan, planned - Machine.darkness <= now { return .dark }
    // One change comes right after the other: a light that went out between them would have flashed for nothing.
    let isWritten = storing.isWriting || !steps.flushes.isEmpty || changes.isAsked
    return isWritten ? .solid : .free
  }

  /// Switches light and buzzer where they have to change.
  mutating func settleLight() {
    let (light, buzzer) = (indicator.light, indicator.buzzer)
    for cue in steps.drainCues() { indicator.show(cue, at: now) }
    indicator.update(published.situation, constraint, at: now)
    if indicator.light != light { steps.show(.light(indicator.light)) }
    if indicator.buzzer != buzzer { steps.show(.buzzer(indicator.buzzer)) }
  }

  /// Tells what is news; before a photo is written, because writing may stop the loop.
  mutating func settleReports() {
    if !isFinished {
      service.update(
        condition, isReady: !published.isEnding && capture.isAnswered && peripherals.areAnswered,
        isAtEase: isAtEase, at: now, &steps)
    }
    if sessions.isWatched { tellWatchers(sessions.watch.update(summary, at: now)) }
    settleRecords()
  }

  /// Whether nothing has to come from the camera now, for a reason that ends by itself or by a person.
  ///
  /// A camera that is being opened, or should deliver, is no excuse: silence then is a hang.
  var isAtEase: Bool {
    guard life.startedAt != nil else { return false }
    return switch published.capture {
    case .paused, .stopped: true
    case .faulted(_, let retryAt): retryAt > now
    case .starting, .running: false
    }
  }

  /// As the light shows it, which has settled before.
  @inline(__always)
  private var condition: Condition {
    var pause: Capture.PauseCause?
    if case .paused(let cause) = published.capture { pause = cause }
    return Condition(situation: indicator.situation, pause: pause, failure: gravestFailure)
  }

  /// The camera's failure, or that of a device without which no photo can be asked for or stored; a camera that is
  /// merely not there is the last, because alone it is no fault.
  @inline(__always)
  var gravestFailure: Failure? {
    if let failure = capture.failure, !failure.isAbsence { return failure }
    return peripherals.failure(of: .store) ?? peripherals.failure(of: .button) ?? capture.failure
  }
}

/// The status, as the concerns tell it.
extension Machine {
  /// Why devices do not work, the camera's first.
  var faults: [Failure] {
    guard let failure = capture.failure else { return peripherals.failures }
    return [failure] + peripherals.failures
  }

  /// The state in one line.
  var summary: StateSummary {
    StateSummary(
      capture: published.capture, shutter: shutter.shown.name, clip: recorder.state,
      thing: mirror.thing?.label, pieceCount: mirror.facts?.pieceCount,
      toGo: slots.isStudy ? slots.toGo : nil, faults: faults, question: asking.board?.summary)
  }

  /// By what the device is told from others.
  var identity: DeviceIdentity {
    DeviceIdentity(name: settings.deviceName, id: mirror.facts?.deviceID)
  }

  /// How much power the camera takes.
  var presentPower: Phrase {
    guard capture.savesPower else { return Phrase.powerSaveOff }
    return settings.isPhotoFull ? Phrase.powerSaveButPhotos : .powerSaveOn
  }

  mutating func answerStatus(with measurements: Measurements) {
    guard dialogue.isAsked else { return }
    let (summary, entries, machine) = (summary, status(measurements), self)
    dialogue.answer(&steps) { form in
      switch form {
      case .summary: summary.reply(asJSON: false)
      case .sentences: entries.reply(asJSON: false)
      case .json: entries.reply(asJSON: true)
      case .clock(let json): measurements.clockReply(asJSON: json)
      case .doctor(let json): machine.doctorReply(measurements, asJSON: json)
      case .verify(let json): machine.verifyReply(asJSON: json)
      }
    }
  }

  /// All of it, in the order in which people read it.
  private func status(_ measurements: Measurements) -> [StatusEntry] {
    var entries = capture.status(measurements.frames)
    entries.append(measurements.cameraDelayStatus)
    entries += [capture.powerStatus(presentPower), StatusEntry(orientation), framing.status]
    entries += [
      StatusEntry(
        "shutter", [Phrase("status.shutter", "Shutter: \(shutter.shown.name.word).")],
        json: .string(shutter.shown.name.rawValue)),
      StatusEntry(
        "light", [Phrase("status.light", "Light: \(situation.word).")],
        json: .string(situation.name.rawValue)),
    ]
    entries += [viewState.status, recorder.status(at: now), voice.status, hooks.status]
    entries +=
      mirror.status(openQuestion) + [
        slots.status, review.status(at: now), stick.status,
      ]
    entries += [
      hindrances.roomStatus, button.status, accelerometer.status,
      movement.status(motionSource, accelerometer, at: now), capture.resumeTimes.status,
      hindrances.heatStatus(measurements.temperature),
    ]
    entries += measurements.status
    entries += [
      identity.status, uptime,
      StatusEntry("console_dropped_bytes", json: .integer(measurements.droppedByteCount)),
    ]
    entries += [
      absence, StatusEntry("faults", faults.map(\.statement), json: .array(faults.map(\.json))),
    ]
    entries.append(StatusEntry("version", json: .string(settings.version)))
    entries += [mirror.historyStatus, mirror.comparisonStatus, mirror.headStatus]
    return entries
  }

  private var uptime: StatusEntry {
    let uptime = now - (life.startedAt ?? now)
    return StatusEntry(
      "uptime_s", [Phrase("status.uptime", "Up for \(uptime.inWords).")],
      json: .number(uptime.inSeconds))
  }

  private var absence: StatusEntry {
    let roles = (capture.isAbsent ? [.camera] : []) + peripherals.absentRoles
    let sentence = Phrase.list(roles.map(\.word)).map {
      Phrase("status.absent", "Not configured: \($0).")
    }
    return StatusEntry(
      "absent", [sentence ?? Phrase("status.none-absent", "Every role is configured.")],
      json: .array(roles.map { .string($0.rawValue) }))
  }
}

extension StatusEntry {
  /// What is to be done with the camera's pictures so that they are upright; upright ones need no word.
  fileprivate init(_ orientation: Orientation?) {
    let sentence = orientation.map { orientation in
      orientation.isMirrored
        ? Phrase(
          "status.mirrored",
          """
          Pictures are seen as in a mirror when they are turned by \(orientation.turn.rawValue)° clockwise and \
          mirrored.
          """)
        : .statusTurned(orientation.turn.rawValue)
    }
    self.init(
      "orientation", orientation == .topLeft ? [] : [sentence].compactMap { $0 },
      json: .optional(orientation?.json))
  }
}

extension Measurements {
  /// What status says of supply and clock.
  fileprivate var status: [StatusEntry] {
    let supply = isUnderVoltage.map {
      $0 ? Phrase.statusUnderVoltage : Phrase("status.supply", "Supply: sufficient.")
    }
    return [
      StatusEntry("under_voltage", [supply].compactMap { $0 }, json: .optional(isUnderVoltage)),
      StatusEntry(
        "clock", [Phrase("status.clock", "Clock: \(wall.source.word).")],
        json: .string(wall.source.rawValue)),
    ]
  }

  /// What status says of a camera that does not answer.
  fileprivate var cameraDelayStatus: StatusEntry {
    StatusEntry(
      "camera_delay", [cameraDelay?.phrase].compactMap { $0 }, json: .optional(cameraDelay?.json))
  }
}

extension Phrase {
  static func statusHead(_ head: String) -> Phrase {
    Phrase("status.head", "Head of the records: \(head).")
  }

  static let statusUnderVoltage = Phrase(
    "status.under-voltage",
    "Supply: too low; use a stronger power supply, or a shorter and thicker cable.")

  static let powerSaveOn = Phrase(
    "powersave.on", "Power save is on: smaller pictures, less often; photos are smaller too.")

  static let powerSaveButPhotos = Phrase(
    "powersave.but-photos",
    "Power save is on: smaller pictures, less often; photos after 2 s or more are as large as ever."
  )

  static let powerSaveOff = Phrase(
    "powersave.off", "Power save is off: the camera runs as configured.")

  static func statusTurned(_ degrees: Int) -> Phrase {
    Phrase("status.turned", "Pictures are upright when they are turned by \(degrees)° clockwise.")
  }

}
