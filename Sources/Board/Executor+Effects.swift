import Core

/// Carries out what the machine wants done: one switch over nouns, and one for each.
extension Executor where Devices: ~Copyable {
  package mutating func perform(_ effect: Effect) {
    switch effect {
    case .device(let effect): perform(effect)
    case .camera(let effect): perform(effect)
    case .accelerometer(let effect): perform(effect)
    case .photo(let effect): perform(effect)
    case .store(let effect): perform(effect)
    case .output(let effect): perform(effect)
    case .console(let effect): perform(effect)
    case .service(let effect): perform(effect)
    case .measure(.all): news.add(.measured(.all(measurements())))
    case .measure(.temperature): news.add(.measured(.temperature(devices.temperature())))
    }
  }

  private mutating func perform(_ effect: Effect.Device) {
    switch effect {
    case .open(let role): open(role)
    case .close(let role): close(role)
    }
  }

  private mutating func perform(_ effect: Effect.Camera) {
    switch effect {
    case .power(let power): devices.run(at: power)
    case .look: look()
    case .answer(let request, let session): answer(request, to: session)
    }
  }

  private mutating func perform(_ effect: Effect.Accelerometer) {
    attempt { devices, news throws(Failure) in
      switch effect {
      case .sample: try devices.sample(&news)
      case .pace(let pace): try devices.keep(pace, &news)
      }
    }
  }

  private mutating func perform(_ effect: Effect.Photo) {
    switch effect {
    case .keep(let shot): keep(shot)
    case .store(let shot): store(shot)
    case .drop(let id): photos.drop(id)
    }
  }

  private mutating func perform(_ effect: Effect.Store) {
    do throws(Failure) {
      switch effect {
      case .note(let gap): try photos.note(gap, at: devices.moment(of: gap.to))
      case .tidy: try photos.tidy()
      }
    } catch {
      news.add(.device(.failed(error)))
    }
  }

  private mutating func perform(_ effect: Effect.Output) {
    attempt { devices, _ throws(Failure) in
      switch effect {
      case .light(let isOn): try devices.setLight(isOn)
      case .buzzer(let isOn): try devices.setBuzzer(isOn)
      }
    }
  }

  private mutating func perform(_ effect: Effect.Console) {
    switch effect {
    case .say(let text, let session): devices.send(text, to: session)
    case .list(let session, let json): devices.send(photos.listing(asJSON: json), to: session)
    case .answered(let session): devices.answered(session)
    case .announce(let phrase, let session): announce(phrase, to: session)
    }
  }

  private mutating func perform(_ effect: Effect.Service) {
    switch effect {
    case .notify(let notice): devices.notify(notice)
    case .log(let level, let speaker, let phrase): devices.log(level, speaker, phrase)
    }
  }

  /// Does `work` with the devices; its failure becomes an event.
  private mutating func attempt(
    _ work: (inout Devices, inout News) throws(Failure) -> Void
  ) {
    do throws(Failure) {
      try work(&devices, &news)
    } catch {
      news.add(.device(.failed(error)))
    }
  }

  private mutating func answer(_ request: CameraRequest, to session: SessionID) {
    do throws(Failure) {
      devices.send(try devices.answer(request, &news), to: session)
    } catch {
      devices.send(error.phrase.english, to: session)
    }
  }

  private mutating func announce(_ phrase: Phrase, to session: SessionID?) {
    let terminal = devices.terminal
    if let terminal { devices.send(phrase.english, to: terminal) }
    if let session, session != terminal { devices.send(phrase.english, to: session) }
  }

  private mutating func measurements() -> Measurements {
    var facts = Measurements()
    photos.measure(into: &facts)
    facts.temperature = devices.temperature()
    facts.isUnderVoltage = devices.isUnderVoltage()
    facts.wall = devices.moment(of: devices.now).wall
    devices.measure(into: &facts)
    return facts
  }
}
