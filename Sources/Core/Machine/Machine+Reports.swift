/// What light and buzzer, the service manager and consoles learn of all that.
extension Machine {
  /// From here to the instant of a photo the light stays dark.
  static let darkness = Duration.milliseconds(200)

  /// The most important of what is going on.
  public var situation: Situation {
    if isFinished { return .off }
    if life.isEnding { return .shuttingDown }
    if hasFault { return .fault }
    if let planned = shutter.promised { return .counting(until: planned) }
    if storing.isBusy { return .storing }
    if hindrances.isRoomLow { return .storageLow }
    switch capture.state {
    case .starting: return capture.isResuming ? .resuming : .starting
    case .faulted, .stopped: return .starting
    case .running: return .ready
    case .paused: return .paused
    }
  }

  /// Whether no photo can be taken or asked for.
  ///
  /// A camera that is merely not there counts as starting; a missing light could not show it and would
  /// only silence the buzzer's countdown.
  private var hasFault: Bool {
    if let failure = capture.failure, !failure.isAbsence { return true }
    return peripherals.haveGraveFailure
  }

  /// When the light has next to go dark for a photo.
  var darkAt: Instant? {
    guard let planned = shadedPlan, planned - Machine.darkness > now else { return nil }
    return planned - Machine.darkness
  }

  /// The instant of the photo on which the light must not shine.
  private var shadedPlan: Instant? {
    settings.isDarkForShutter && capture.state == .running ? shutter.planned : nil
  }

  private var constraint: Indicator.Constraint {
    if let planned = shadedPlan, planned - Machine.darkness <= now { return .dark }
    return storing.isWriting || !steps.flushes.isEmpty ? .solid : .free
  }

  /// Switches light and buzzer where they have to change.
  mutating func settleLight() {
    let (light, buzzer) = (indicator.light, indicator.buzzer)
    for cue in steps.takeCues() { indicator.show(cue, at: now) }
    indicator.update(situation, constraint, at: now)
    if indicator.light != light { steps.add(.output(.light(indicator.light))) }
    if indicator.buzzer != buzzer { steps.add(.output(.buzzer(indicator.buzzer))) }
  }

  /// Tells what is news; before a photo is written, because writing may stop the loop.
  mutating func settleReports() {
    if !isFinished {
      service.update(
        condition, isReady: !life.isEnding && capture.isAnswered && peripherals.areAnswered,
        isAtEase: isAtEase, at: now, &steps)
    }
    if dialogue.isWatched { dialogue.update(glance, at: now, &steps) }
  }

  /// Whether nothing has to come from the camera now, for a reason that ends by itself or by a person.
  ///
  /// A camera that is being opened, or should deliver, is no excuse: whoever is silent then hangs.
  var isAtEase: Bool {
    guard life.startedAt != nil else { return false }
    return switch capture.state {
    case .paused, .stopped: true
    case .faulted(_, let retryAt): retryAt > now
    case .starting, .running: false
    }
  }

  private var condition: Condition {
    var pause: Capture.PauseCause?
    if case .paused(let cause) = capture.state { pause = cause }
    // The camera's, or that of a device without which no photo can be asked for or stored.
    let gravest =
      capture.failure ?? peripherals.failure(of: .store) ?? peripherals.failure(of: .button)
    return Condition(situation: situation, pause: pause, failure: gravest)
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
  var glance: Glance {
    Glance(
      capture: capture.state.name, shutter: shutter.shown.name, thing: mirror.thing,
      pieceCount: mirror.pieceCount, faults: faults)
  }

  /// How much power the camera takes.
  var presentPower: Phrase {
    guard capture.isSubdued else { return Phrase(.subduedOff) }
    return Phrase(settings.isPhotoFull ? .subduedButPhotos : .subduedOn)
  }

  mutating func answerStatus(with measurements: Measurements) {
    guard dialogue.isAsked else { return }
    let (glance, entries) = (glance, status(measurements))
    dialogue.answer(&steps) { form in
      switch form {
      case .glance: glance.text(asJSON: false)
      case .sentences: entries.text(asJSON: false)
      case .json: entries.text(asJSON: true)
      }
    }
  }

  /// All of it, in the order in which people read it.
  private func status(_ measurements: Measurements) -> [StatusEntry] {
    var entries = capture.status(measurements.frames)
    entries += [capture.powerStatus(presentPower), StatusEntry(orientation)]
    entries += [
      StatusEntry(
        "shutter", [Phrase(.statusShutter, shutter.shown.name)], json: .string(shutter.shown.name)),
      StatusEntry("light", [Phrase(.statusLight, situation.name)], json: .string(situation.name)),
    ]
    entries += mirror.status
    entries += [
      hindrances.roomStatus, button.status, accelerometer.status,
      movement.status(motionSource, accelerometer, at: now), capture.resumeStatus,
      hindrances.heatStatus(measurements.temperature),
    ]
    entries += measurements.status
    entries += [
      uptime, StatusEntry("console_dropped_bytes", json: .integer(measurements.droppedByteCount)),
    ]
    entries += [
      absence, StatusEntry("faults", faults.map(\.statement), json: .array(faults.map(\.json))),
    ]
    entries.append(StatusEntry("version", json: .string(settings.version)))
    return entries
  }

  private var uptime: StatusEntry {
    let uptime = now - (life.startedAt ?? now)
    return StatusEntry(
      "uptime_s", [Phrase(.statusUptime, uptime.inWords)], json: .number(uptime.inSeconds))
  }

  private var absence: StatusEntry {
    let roles = ((capture.isAbsent ? [.camera] : []) + peripherals.absentRoles).map(\.rawValue)
    let sentence =
      roles.isEmpty
      ? Phrase(.statusNoneAbsent) : Phrase(.statusAbsent, roles.joined(separator: ", "))
    return StatusEntry("absent", [sentence], json: .array(roles.map { .string($0) }))
  }
}

extension StatusEntry {
  /// What is to be done with the camera's pictures so that they are upright; upright ones need no word.
  fileprivate init(_ orientation: Orientation?) {
    let sentence = orientation.map { orientation in
      Phrase(
        orientation.isMirrored ? .statusMirrored : .statusTurned, "\(orientation.turn.rawValue)")
    }
    self.init(
      "orientation", orientation == .topLeft ? [] : [sentence].compactMap { $0 },
      json: .optional(orientation?.json))
  }
}

extension Measurements {
  /// What status says of supply and clock.
  fileprivate var status: [StatusEntry] {
    let supply = isUnderVoltage.map { Phrase($0 ? .statusUnderVoltage : .statusSupply) }
    return [
      StatusEntry("under_voltage", [supply].compactMap { $0 }, json: .optional(isUnderVoltage)),
      StatusEntry("clock", [Phrase(.statusClock, wall.source)], json: .string(wall.source)),
    ]
  }
}
