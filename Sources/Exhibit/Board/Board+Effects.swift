import Core
import Drivers
import Evidence

/// Carries out what the machine wants done.
extension Board {
  mutating func perform(_ effect: Effect) {
    switch effect {
    case .open(let role): open(role)
    case .close(let role): close(role)
    case .light(let isOn): attempt { board throws(Failure) in try board.light?.set(isOn) }
    case .buzzer(let isOn): attempt { board throws(Failure) in try board.buzzer?.set(isOn) }
    case .sample: attempt { board throws(Failure) in try board.sample() }
    case .keep(let shot): keep(shot)
    case .store(let shot): insert(shot)
    case .drop(let id): _ = darkroom.take(id)
    case .tidy: attempt { board throws(Failure) in try board.tidy() }
    case .measure: events.append(.measured(measurements()))
    case .say(let text, let session): console?.send(text, to: session)
    case .list(let session, let json): list(to: session, asJSON: json)
    case .answered(let session): console?.answer("", to: session)
    case .announce(let phrase, let session): announce(phrase, to: session)
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

  private mutating func sample() throws(Failure) {
    if let sample = try accelerometer?.sample() { events.append(.acceleration(sample)) }
  }

  private mutating func tidy() throws(Failure) {
    if store?.isCheckpointDue ?? false { try store?.checkpoint() }
  }

  private mutating func keep(_ shot: Shot) {
    do throws(Failure) {
      try Board.keep(shot, of: &camera, in: &darkroom)
      events.append(.kept(shot.id))
    } catch {
      events.append(.shotFailed(shot.id, error))
    }
  }

  private static func keep(
    _ shot: Shot, of camera: inout Camera?, in darkroom: inout Darkroom
  ) throws(Failure) {
    let format = camera?.mode.format ?? ""
    let isKept = try camera?.withFrame(shot.frame.sequence) {
      (frame, layout) throws(Failure) -> Bool in
      try darkroom.keep(frame, layout, from: format, for: shot.id)
      return true
    }
    guard isKept != nil else { throw Failure(.camera, Phrase(.frameGone)) }
  }

  private mutating func insert(_ shot: Shot) {
    let began = Clock.now
    do throws(Failure) {
      let piece = try stored(shot)
      events.append(.stored(shot.id, piece, after: Clock.now - began))
    } catch {
      events.append(.shotFailed(shot.id, error))
    }
  }

  private mutating func stored(_ shot: Shot) throws(Failure) -> StoredPiece {
    guard let picture = darkroom.take(shot.id) else { throw Failure(.camera, Phrase(.frameGone)) }
    let facts = picture.facts(of: shot, taken: moment(of: shot.actual))
    return try Board.insert(picture.jpeg, facts, into: &store)
  }

  private static func insert(
    _ jpeg: [UInt8], _ facts: PhotoFacts, into store: inout Store?
  ) throws(Failure) -> StoredPiece {
    let result = jpeg.withUnsafeBytes { bytes in
      Result { () throws(Failure) in try store?.insert(jpeg: bytes, of: facts) }
    }
    guard let piece = try result.get() else { throw Failure(.store, Phrase(.storeNotOpen)) }
    return piece
  }

  /// What can't be measured stays unknown.
  private mutating func measurements() -> Measurements {
    var facts = Measurements()
    facts.space = try? store?.space()
    facts.pieceCount = try? store?.archive.pieceCount()
    facts.thing = try? store?.archive.currentThing().label
    facts.frames = camera?.counts
    facts.droppedByteCount = console?.drops.byteCount ?? 0
    facts.wall = wallTime(at: Clock.now)
    return facts
  }

  private mutating func list(to session: SessionID, asJSON isJSON: Bool) {
    let text = listing(asJSON: isJSON)
    console?.send(text, to: session)
  }

  /// A console is no place for long lists; `exhibit list` shows all.
  private static let longestList = 50

  /// The latest pieces, or why they can't be listed.
  private mutating func listing(asJSON isJSON: Bool) -> String {
    do throws(Failure) {
      let earlier = max(0, (try store?.archive.pieceCount() ?? 0) - Board.longestList)
      let list = PieceList(try store?.archive.pieces(after: earlier) ?? [], earlier: earlier)
      return isJSON ? list.json : list.text
    } catch {
      return error.phrase.english
    }
  }

  private mutating func announce(_ phrase: Phrase, to session: SessionID?) {
    let terminal = console?.terminalSession ?? nil
    for listener in Set([terminal, session].compactMap { $0 }) {
      console?.send(phrase.english, to: listener)
    }
  }
}
