import Core
import Drivers
import Imaging
import Keeping

/// Carries out what the machine wants done.
extension Board {
  mutating func perform(_ effect: Effect) {
    switch effect {
    case .device(.open(let role)): open(role)
    case .camera(.power(let power)): cameraPower = power
    case .device(.close(let role)): close(role)
    case .output(.light(let isOn)): attempt { board throws(Failure) in try board.light?.set(isOn) }
    case .output(.buzzer(let isOn)):
      attempt { board throws(Failure) in try board.buzzer?.set(isOn) }
    case .accelerometer(.sample): attempt { board throws(Failure) in try board.sample() }
    case .accelerometer(.pace(let pace)): attempt { board throws(Failure) in try board.keep(pace) }
    case .camera(.look): look()
    case .photo(.keep(let shot)): keep(shot)
    case .photo(.store(let shot)): insert(shot)
    case .photo(.drop(let id)): keeper.drop(id)
    case .store(.note(let gap)): attempt { board throws(Failure) in try board.note(gap) }
    case .store(.tidy): attempt { board throws(Failure) in try board.keeper.tidy() }
    case .measure(.all): events.append(.measured(.all(measurements())))
    case .measure(.temperature): events.append(.measured(.temperature(thermometer.hottest())))
    case .console(.say(let text, let session)): console?.send(text, to: session)
    case .console(.list(let session, let json)):
      console?.send(keeper.listing(asJSON: json), to: session)
    case .camera(.answer(let request, let session)): answer(request, to: session)
    case .console(.answered(let session)): console?.answer("", to: session)
    case .console(.announce(let phrase, let session)): announce(phrase, to: session)
    case .service(.notify(let notice)): notifier?.tell(notice)
    case .service(.log(let level, let speaker, let phrase)):
      log.write(level, speaker, phrase.english)
    }
  }

  /// Does `work`; its failure becomes an event.
  private mutating func attempt(_ work: (inout Board) throws(Failure) -> Void) {
    do throws(Failure) {
      try work(&self)
    } catch {
      events.append(.device(.failed(error)))
    }
  }

  /// A frame that can't be looked at has not changed.
  private mutating func look() {
    let part = Board.look(through: &camera, scene: &scene)
    events.append(.camera(.sceneChanged(by: part ?? 0)))
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
      events.append(.photo(.kept(shot.id)))
    } catch {
      if error.phrase.key == .frameUnusable { camera?.noteUndecodable() }
      events.append(.photo(.failed(shot.id, error)))
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
      events.append(.photo(.stored(shot.id, piece, after: Clock.now - began)))
    } catch {
      events.append(.photo(.failed(shot.id, error)))
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
