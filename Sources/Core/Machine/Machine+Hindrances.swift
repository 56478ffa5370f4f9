/// What forbids capture whoever wants it: no room for evidence, or heat.
extension Machine {
  /// When the thermometer is to be read besides the measuring of each minute.
  ///
  /// A camera that is off warms nothing, so only a board that has to cool down is watched then too.
  var heatAt: Instant? {
    guard finishAt == nil else { return nil }
    switch capture.state {
    case .starting, .running, .paused(.overTemperature): return heat.deadline
    case .paused, .faulted, .stopped: return nil
    }
  }

  mutating func readThermometer() {
    heat.ask(at: now)
    emit(.measure(.temperature))
  }

  /// It is so warm now; nil: nobody can tell.
  mutating func receive(_ temperature: Temperature?) {
    guard heat.receive(temperature, at: now), capture.state != .paused(.overTemperature) else {
      return
    }
    log(.warning, "Machine", Phrase(.temperatureLost))
    tell(Phrase(.temperatureLost), nil)
  }

  /// Pauses and resumes as room and heat ask.
  ///
  /// A series is finished first: it was promised, and the floor leaves room for it.
  mutating func settleCapture() {
    if case .paused(let cause) = capture.state, !cause.endsByPerson {
      if !isHindrance(cause) { end(cause) }
    } else if let hindrance, shutter.series == nil {
      countsAtFirstFrame = false
      pause(for: hindrance, reason(of: hindrance), .warning)
    }
  }

  /// What a person hears who wants a photo of a board that is too hot.
  var tooHot: Phrase {
    let latest = heat.latest.map { Figures.degrees($0.milliCelsius) } ?? "-"
    return Phrase(.tooHot, latest, Figures.degrees(heat.limits.resume))
  }

  /// Another hindrance may take the place of one that has ended.
  private mutating func end(_ cause: Capture.PauseCause) {
    if let hindrance { return pause(for: hindrance, reason(of: hindrance), .warning) }
    if finishAt == nil { resume(from: cause, news(ofEndOf: cause)) }
  }

  private var hindrance: Capture.PauseCause? {
    if isHindrance(.lowStorage) { return .lowStorage }
    return isHindrance(.overTemperature) ? .overTemperature : nil
  }

  private func isHindrance(_ cause: Capture.PauseCause) -> Bool {
    switch cause {
    case .idle, .manual: false
    case .lowStorage: storage.level == .exhausted
    case .overTemperature: heat.level == .excessive
    }
  }

  private func reason(of hindrance: Capture.PauseCause) -> Phrase {
    hindrance == .overTemperature ? tooHot : Phrase(.storageLow)
  }

  private func news(ofEndOf hindrance: Capture.PauseCause) -> Phrase {
    guard hindrance == .overTemperature else { return Phrase(.storageBack) }
    guard let latest = heat.latest else { return Phrase(.temperatureLost) }
    return Phrase(.cooledDown, Figures.degrees(latest.milliCelsius))
  }
}
