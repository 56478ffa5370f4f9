/// What light and buzzer show of all the parts.
extension Machine {
  /// From here to the instant of a photo the light stays dark.
  static let darkness = Duration.milliseconds(200)

  /// The most important of what is going on.
  public var situation: Situation {
    if isFinished { return .off }
    if finishAt != nil { return .shuttingDown }
    if hasFault { return .fault }
    if shutter.isConfirmed, shutter.series != nil, let planned = shutter.planned {
      return .counting(until: planned)
    }
    if storing.isBusy { return .storing }
    if storage.level == .low || storage.level == .exhausted { return .storageLow }
    switch capture.state {
    case .starting, .faulted, .stopped: return .starting
    case .running: return .ready
    case .paused: return .paused
    }
  }

  /// When the light has next to go dark for a photo.
  var darkAt: Instant? {
    guard settings.isDarkForShutter, capture.state == .running, let planned = shutter.planned,
      planned - Machine.darkness > now
    else { return nil }
    return planned - Machine.darkness
  }

  /// Switches light and buzzer where they have to change.
  mutating func refreshLight() {
    let (light, buzzer) = (indicator.light, indicator.buzzer)
    indicator.update(situation, constraint, at: now)
    if indicator.light != light { emit(.output(.light(indicator.light))) }
    if indicator.buzzer != buzzer { emit(.output(.buzzer(indicator.buzzer))) }
  }

  /// Shows `pattern` to whoever wants to learn it, or says what is shown.
  mutating func light(_ pattern: Pattern?, _ session: SessionID) throws(Misunderstanding) {
    guard let pattern else { return say(Phrase(.lightIs, situation.name), to: session) }
    guard situation.yieldsToSigns else {
      throw Misunderstanding(Phrase(.lightBusy, situation.name))
    }
    indicator.show(pattern, at: now)
    say(Phrase(.lightShows, pattern.rawValue), to: session)
  }

  private var constraint: Indicator.Constraint {
    if isDark { return .dark }
    return storing.isWriting || !flushes.isEmpty ? .solid : .free
  }

  private var isDark: Bool {
    guard settings.isDarkForShutter, capture.state == .running, let planned = shutter.planned
    else { return false }
    return planned - Machine.darkness <= now
  }

  /// Whether no photo can be taken or asked for.
  ///
  /// A camera that is merely not there counts as starting; a missing light could not show it and would
  /// only silence the buzzer's countdown.
  private var hasFault: Bool {
    if let failure = capture.device.failure, !failure.isAbsence { return true }
    return others.contains { device in
      switch device.role {
      case .store, .button: device.failure != nil
      case .camera, .light, .buzzer, .accelerometer, .console, .clock: false
      }
    }
  }
}
