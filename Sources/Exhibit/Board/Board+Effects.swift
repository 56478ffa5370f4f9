import Core
import Drivers
import Imaging
import Keeping

/// Carries out what the machine wants done.
extension Board {
  mutating func perform(_ effect: Effect) {
    switch effect {
    case .open(let role): open(role)
    case .power(let power): cameraPower = power
    case .close(let role): close(role)
    case .light(let isOn): attempt { board throws(Failure) in try board.light?.set(isOn) }
    case .buzzer(let isOn): attempt { board throws(Failure) in try board.buzzer?.set(isOn) }
    case .sample: attempt { board throws(Failure) in try board.sample() }
    case .pace(let pace): attempt { board throws(Failure) in try board.keep(pace) }
    case .look: look()
    case .keep(let shot): keep(shot)
    case .store(let shot): insert(shot)
    case .drop(let id): keeper.drop(id)
    case .note(let gap): attempt { board throws(Failure) in try board.note(gap) }
    case .tidy: attempt { board throws(Failure) in try board.keeper.tidy() }
    case .measure: events.append(.measured(measurements()))
    case .readThermometer: events.append(.temperature(thermometer.hottest()))
    case .say(let text, let session): console?.send(text, to: session)
    case .list(let session, let json): console?.send(keeper.listing(asJSON: json), to: session)
    case .camera(let request, let session): answer(request, to: session)
    case .answered(let session): console?.answer("", to: session)
    case .announce(let phrase, let session): announce(phrase, to: session)
    case .notify(let notice): notifier?.tell(notice)
    case .log(let level, let speaker, let phrase):
      log.write(level, speaker, phrase.english)
    }
  }

  /// Does `work`; its failure becomes an event.
  private mutating func attempt(_ work: (inout Board) throws(Failure) -> Void) {
    do throws(Failure) {
      try work(&self)
    } catch {
      events.append(.failed(error))
    }
  }

  /// A frame that can't be looked at has not changed.
  private mutating func look() {
    let part = Board.look(through: &camera, scene: &scene)
    events.append(.sceneChanged(by: part ?? 0))
  }

  private static func look(through camera: inout Camera?, scene: inout SceneWatch) -> Double? {
    let part = try? camera?.withNewestFrame { (frame, layout) throws(Failure) -> Double? in
      try? scene.change(in: frame, layout)
    }
    return (part ?? nil) ?? nil
  }

  private mutating func keep(_ shot: Shot) {
    do throws(Failure) {
      try Board.keep(shot, of: &camera, by: &keeper)
      events.append(.kept(shot.id))
    } catch {
      if error.phrase.key == .frameUnusable { camera?.noteUndecodable() }
      events.append(.shotFailed(shot.id, error))
    }
  }

  private static func keep(
    _ shot: Shot, of camera: inout Camera?, by keeper: inout Keeper
  ) throws(Failure) {
    let format = camera?.mode.format ?? ""
    let isKept = try camera?.withFrame(shot.frame.sequence) {
      (frame, layout) throws(Failure) -> Bool in
      try keeper.keep(frame, layout, from: format, for: shot.id)
      return true
    }
    guard isKept != nil else { throw Failure(.camera, Phrase(.frameGone)) }
  }

  private mutating func insert(_ shot: Shot) {
    let began = Clock.now
    do throws(Failure) {
      let piece = try keeper.insert(
        shot, taken: moment(of: shot.actual), isUnderVoltage: supply.isUnderVoltage())
      events.append(.stored(shot.id, piece, after: Clock.now - began))
    } catch {
      events.append(.shotFailed(shot.id, error))
    }
  }

  private mutating func note(_ gap: Gap) throws(Failure) {
    try keeper.note(gap, at: moment(of: gap.to))
  }

  private mutating func measurements() -> Measurements {
    var facts = Measurements()
    keeper.measure(into: &facts)
    facts.frames = camera?.counts
    facts.droppedByteCount = console?.drops.byteCount ?? 0
    facts.temperature = thermometer.hottest()
    facts.isUnderVoltage = supply.isUnderVoltage()
    facts.wall = Clock.wallTime(at: Clock.now)
    return facts
  }

  mutating func announce(_ phrase: Phrase, to session: SessionID?) {
    let terminal = console?.terminalSession ?? nil
    for listener in Set([terminal, session].compactMap { $0 }) {
      console?.send(phrase.english, to: listener)
    }
  }
}
