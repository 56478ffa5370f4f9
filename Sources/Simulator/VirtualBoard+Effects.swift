import Core
import Imaging
import Keeping

/// Carries out what the machine wants done with devices and store.
extension VirtualBoard {
  /// Carries out `effect`; of the console's nothing is done.
  ///
  /// - Returns: what the log should say of it.
  public mutating func perform(_ effect: Effect) -> [Phrase] {
    switch effect {
    case .device(.open(let role)): return open(role)
    case .camera(.power(let power)): camera.power = power
    case .device(.close(let role)): close(role)
    case .output(.light(let isOn)): attempt { board throws(Failure) in try board.light.set(isOn) }
    case .output(.buzzer(let isOn)): attempt { board throws(Failure) in try board.buzzer.set(isOn) }
    case .accelerometer(.sample): attempt { board throws(Failure) in try board.sample() }
    case .accelerometer(.pace(let pace)):
      attempt { board throws(Failure) in try board.accelerometer.keep(pace) }
    case .camera(.look): look()
    case .photo(.keep(let shot)): keep(shot)
    case .photo(.store(let shot)): insert(shot)
    case .photo(.drop(let id)): keeper.drop(id)
    case .store(.note(let gap)): attempt { board throws(Failure) in try board.note(gap) }
    case .store(.tidy): attempt { board throws(Failure) in try board.keeper.tidy() }
    case .measure(.all): events.append(.measured(.all(measurements())))
    case .measure(.temperature): events.append(.measured(.temperature(temperature)))
    // There is no other.
    case .camera(.answer(.use, _)): events.append(.camera(.stays))
    case .camera(.answer), .console, .service: break
    }
    return []
  }

  private mutating func open(_ role: Role) -> [Phrase] {
    do throws(Failure) {
      let found = try opened(role)
      if role != .accelerometer { events.append(.device(.opened(role))) }
      return found
    } catch {
      events.append(.device(.failed(error)))
      return []
    }
  }

  private mutating func opened(_ role: Role) throws(Failure) -> [Phrase] {
    let now = clock.now()
    switch role {
    case .camera: events.append(.camera(.opened(try camera.open(at: now))))
    case .button: try button.open(at: now)
    case .light: try light.open()
    case .buzzer: try buzzer.open()
    case .accelerometer: events.append(.accelerometer(.opened(try accelerometer.open())))
    case .store: return try keeper.open(at: clock.moment(of: now))
    case .console, .clock: break
    }
    return []
  }

  private mutating func close(_ role: Role) {
    switch role {
    case .camera: camera.close()
    case .button: button.close()
    case .light: light.close()
    case .buzzer: buzzer.close()
    case .accelerometer: accelerometer.close()
    case .store: keeper.close()
    case .console, .clock: break
    }
  }

  /// Does `work`; its failure becomes an event.
  private mutating func attempt(_ work: (inout VirtualBoard) throws(Failure) -> Void) {
    do throws(Failure) {
      try work(&self)
    } catch {
      events.append(.device(.failed(error)))
    }
  }

  private mutating func sample() throws(Failure) {
    if let sample = try accelerometer.sample() { events.append(.accelerometer(.reading(sample))) }
  }

  /// A frame that can't be looked at has not changed.
  private mutating func look() {
    let part = VirtualBoard.look(through: camera, scene: &scene)
    events.append(.camera(.sceneChanged(by: part ?? 0)))
  }

  private static func look(through camera: VirtualCamera, scene: inout SceneWatch) -> Double? {
    let part = try? camera.withNewestFrame { (frame, layout) throws(Failure) -> Double? in
      try? scene.change(in: frame, layout)
    }
    return part ?? nil
  }

  private mutating func keep(_ shot: Shot) {
    do throws(Failure) {
      try spoil()
      try VirtualBoard.keep(shot, of: camera, by: &keeper)
      events.append(.photo(.kept(shot.id)))
    } catch {
      events.append(.photo(.failed(shot.id, error)))
    }
  }

  private mutating func spoil() throws(Failure) {
    guard spoiledCount > 0 else { return }
    spoiledCount -= 1
    throw Failure(.camera, Phrase(.frameUnusable, "spoiled"))
  }

  private static func keep(
    _ shot: Shot, of camera: VirtualCamera, by keeper: inout Keeper
  ) throws(Failure) {
    let isKept = try camera.withFrame(shot.frame.sequence) {
      (frame, layout) throws(Failure) -> Bool in
      try keeper.keep(frame, layout, from: layout.format.rawValue, for: shot.id)
      return true
    }
    guard isKept != nil else { throw Failure(.camera, Phrase(.frameGone)) }
  }

  private mutating func insert(_ shot: Shot) {
    let began = clock.now()
    do throws(Failure) {
      let piece = try keeper.insert(shot, taken: clock.moment(of: shot.actual))
      events.append(.photo(.stored(shot.id, piece, after: clock.now() - began)))
    } catch {
      events.append(.photo(.failed(shot.id, error)))
    }
  }

  private mutating func note(_ gap: Gap) throws(Failure) {
    try keeper.note(gap, at: clock.moment(of: gap.to))
  }

  private mutating func measurements() -> Measurements {
    var facts = Measurements()
    keeper.measure(into: &facts)
    facts.space = facts.space.map { medium.space ?? $0 }
    facts.frames = camera.isOpen ? camera.counts : nil
    facts.temperature = temperature
    facts.wall = clock.wall(clock.now())
    return facts
  }
}
