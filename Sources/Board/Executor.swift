import Core
import Evidence
import Imaging

/// The world of the machine: carries out its effects on a set of devices and a store, and tells it what
/// happens.
///
/// It decides nothing. What it holds is order: edges go before everything else, then what became known,
/// then a frame; and every failure on the way becomes an event. It blocks in two places: in the devices'
/// `wait` when nothing is to be done, and in the store while something is being made durable.
package struct Executor<Devices: DeviceSet & ~Copyable>: World, ~Copyable {
  /// The devices, real or imitated.
  package var devices: Devices
  /// Photos on their way from the camera to the store.
  package var photos = PendingPhotos()
  /// The clip on its way there.
  package var clip = PendingClip()
  /// The store, closed or open.
  package var store: BoardStore
  var scene = SceneWatch()
  /// The consoles on which the camera's picture is drawn.
  var screens: [ViewfinderScreen] = []
  var measure = PictureMeasure()
  var news = News()
  /// What a person told of the time in this boot; nil where nobody did.
  var told: ToldTime?
  /// When the devices were last looked at.
  private var now: Instant
  /// Whether a frame has its turn once everything is told that the last wait found.
  ///
  /// Frames come last and one by one, and each is told at once: so the machine has heard of every edge
  /// that may be nearer to this frame than to the next, and never hears of one that is held no longer.
  /// And each wait is followed by one, so that nobody who has much to tell can starve the camera.
  private var isFrameDue = false

  /// A world of `devices`, which are closed, and of `store`, which is closed too.
  package init(_ devices: consuming Devices, _ store: BoardStore) {
    self.devices = devices
    self.store = store
    now = self.devices.now
    news.add(.started)
  }

  /// Whether the machine is still to be told what the store comes to.
  package var owesFacts: Bool { news.owesFacts }

  /// Whether everything that is known was told.
  package var isQuiet: Bool { news.isEmpty }

  package mutating func nextEvent(before deadline: Instant?) -> (event: Event, now: Instant)? {
    release()
    if let edge = news.nextEdge() { return (.edge(edge), now) }
    if isFrameDue || !news.isEmpty {
      guard let now = devices.takeEdges(&news) else { return nil }
      self.now = now
      if let event = next() { return (event, now) }
    }
    guard let now = devices.wait(until: deadline, since: now, &news) else { return nil }
    self.now = now
    isFrameDue = true
    return (next() ?? .deadline, now)
  }

  /// The machine has dealt with the frame that it was told of, and with the one before that.
  private mutating func release() {
    attempt { world throws(Failure) in try world.devices.releasePrevious() }
  }

  private mutating func next() -> Event? {
    if let event = news.next() { return event }
    guard isFrameDue else { return nil }
    isFrameDue = false
    attempt { world throws(Failure) in
      try world.devices.takeFrame(at: world.now, &world.news)
    }
    let event = news.next()
    if clip.remembers, case .camera(.frame(let frame, _)) = event { remember(frame) }
    return event
  }
}

/// Carries out what the machine wants done: one switch over nouns, and one for each.
extension Executor where Devices: ~Copyable {
  package mutating func perform(_ effect: Effect) {
    switch effect {
    case .device(let effect): perform(effect)
    case .camera(let effect): perform(effect)
    case .accelerometer(let effect): perform(effect)
    case .photo(let effect):
      perform(effect)
      tellFacts()
    case .clip(let effect): perform(effect)
    case .store(let effect):
      perform(effect)
      tellFacts()
    case .output(let effect): perform(effect)
    case .voice(.say(let phrase)): devices.speak(phrase, &news)
    case .voice(.silence): devices.silence()
    case .hook(.run(let task)): runHook(task)
    case .hook(.stop): devices.stopHook()
    case .console(let effect): perform(effect)
    case .service(let effect): perform(effect)
    case .measure(.all): news.answer(.all(measurements()))
    case .measure(.temperature): news.answer(.temperature(devices.temperature()))
    }
  }

  private mutating func perform(_ effect: Effect.Device) {
    switch effect {
    case .open(let role): open(role)
    case .close(let role): close(role)
    }
    if case .open(.store) = effect { tellFacts() }
    if case .close(.store) = effect { tellFacts() }
  }

  private mutating func perform(_ effect: Effect.Camera) {
    switch effect {
    case .power(let power): devices.run(at: power)
    case .look: look()
    case .describe: describe()
    case .answer(let request, let session): answer(request, to: session)
    }
  }

  private mutating func perform(_ effect: Effect.Accelerometer) {
    attempt { world throws(Failure) in
      switch effect {
      case .sample: try world.devices.sample(&world.news)
      case .pace(let pace): try world.devices.setPace(pace, &world.news)
      }
    }
  }

  private mutating func perform(_ effect: Effect.Photo) {
    switch effect {
    case .keep(let shot): keep(shot)
    case .store(let shot): store(shot)
    case .drop(let id): photos.drop(id, from: store.current)
    }
  }

  private mutating func perform(_ effect: Effect.Store) {
    switch effect {
    case .note(let notes): note(notes)
    case .survey: attempt { world throws(Failure) in try world.survey() }
    case .settle: attempt { world throws(Failure) in try world.settle() }
    case .change(let change, let requester): make(change, for: requester)
    case .findUndo:
      attempt { world throws(Failure) in
        world.news.add(.store(.undoable(try world.store.opened().undoStep())))
      }
    case .findUnexamined(let number, let kinds):
      attempt { world throws(Failure) in
        let found = try world.store.opened().unexamined(below: number, of: kinds)
        world.news.add(.store(.unexamined(found)))
      }
    case .name(let choice, let session): name(choice, for: session)
    case .seek(let wish, let session): seek(wish, for: session)
    case .beginImport(let source, let session, let room):
      tellImport { world, store in world.begin(source, in: store, for: session, room: room) }
    case .copyImport: tellImport { _, store in store.copyImport() }
    case .placeImport: tellImport { world, store in store.placeImport(at: world.present) }
    case .endImport: store.current?.endImport()
    case .tidy:
      attempt { world throws(Failure) in
        world.report(try world.store.current?.tidy(at: world.present) ?? [])
      }
    case .remember: report(store.current?.remember(at: present) ?? [])
    case .makeRoom(let byteCount):
      attempt { world throws(Failure) in
        let store = world.store.current
        world.report(try store?.makeRoom(of: byteCount, at: world.present) ?? [])
      }
    }
  }

  private mutating func perform(_ effect: Effect.Output) {
    attempt { world throws(Failure) in
      switch effect {
      case .light(let isOn): try world.devices.setLight(isOn)
      case .buzzer(let isOn): try world.devices.setBuzzer(isOn)
      }
    }
  }

  private mutating func perform(_ effect: Effect.Service) {
    switch effect {
    case .notify(let notice): devices.notify(notice)
    case .log(let level, let speaker, let phrase): devices.log(level, speaker, phrase)
    case .tellTime(let time): told = time
    }
  }

  /// Does `work` in this world; its failure becomes an event.
  private mutating func attempt(_ work: (inout Self) throws(Failure) -> Void) {
    do throws(Failure) {
      try work(&self)
    } catch {
      news.add(.device(.failed(error)))
    }
  }
}

/// Devices, the store among them, and the frames that they lend.
extension Executor where Devices: ~Copyable {
  /// What is open already is closed first: a driver may have only one owner.
  private mutating func open(_ role: Role) {
    close(role)
    attempt { world throws(Failure) in
      let answer = role == .store ? try world.openStore() : try world.devices.open(role)
      if let answer { world.news.add(answer) }
    }
  }

  private mutating func close(_ role: Role) {
    switch role {
    case .store:
      clip.leave(store)
      store.close()
    case .button:
      devices.close(.button)
      // A press among them has lost its release.
      news.edges.removeAll()
    case .camera, .light, .buzzer, .accelerometer, .console: devices.close(role)
    }
  }

  private mutating func openStore() throws(Failure) -> Event? {
    report(try store.open(at: present))
    tellAdopted()
    speakAsKept()
    tellKept()
    recallTime()
    return .device(.opened(.store))
  }

  private mutating func note(_ notes: [Note]) {
    do throws(Failure) {
      try store.opened().note(notes, at: present)
      news.add(.store(.noted))
    } catch {
      news.add(.store(.notNoted(error)))
    }
  }

  private mutating func make(_ change: StoreChange, for requester: Requester) {
    do throws(Failure) {
      let step = try undone(by: change)
      news.add(.store(.changed(try made(change, for: requester), undone: step)))
      if let number = change.clarifiedPiece { tellQuestion(of: number, isNew: change.asksAnew) }
      if case .keep = change { speakAsKept() }
    } catch {
      news.add(.store(.notChanged(error)))
    }
    if case .database = change { takeOver() }
  }

  /// The step that `change` will take back; nil where it is no undo.
  private func undone(by change: StoreChange) throws(Failure) -> UndoStep? {
    guard case .undo = change else { return nil }
    return try store.opened().undoStep()
  }

  /// The news of `change`, which is made now.
  private mutating func made(
    _ change: StoreChange, for requester: Requester
  ) throws(Failure) -> Phrase {
    guard case .database(let task) = change else {
      return try store.opened().make(change, for: requester, at: present)
    }
    if task != .update { clip.leave(store) }
    return try store.attend(to: task, at: present)
  }

  mutating func tellQuestion(of number: Int, isNew: Bool) {
    let clarification = store.current?.clarification(of: number) ?? .settled
    news.add(.store(.clarified(number, clarification, isNew: isNew)))
  }

  /// The database is another, or its texts are.
  private mutating func takeOver() {
    report(store.takeFound())
    tellAdopted()
    speakAsKept()
    tellKept()
  }

  private mutating func tellImport(_ work: (inout Self, OpenStore) -> Event.Import) {
    do throws(Failure) {
      news.add(.store(.importing(work(&self, try store.opened()))))
    } catch {
      news.add(.store(.importing(.failed(error))))
    }
  }

  private mutating func begin(
    _ source: ImportSource, in store: OpenStore, for session: SessionID, room: Int
  ) -> Event.Import {
    switch source {
    case .path(let path):
      let batch = "\(present.bootID)-\(devices.now.nanoseconds)"
      return store.beginImport(at: path, batch: batch, room: room)
    case .handed(let name, let batch):
      guard let file = devices.takeHanded(by: session) else {
        return .failed(.refused(.importNotHanded(name.printable)))
      }
      return store.beginImport(of: file, called: name, batch: batch, room: room)
    case .described(let batch):
      guard let file = devices.takeHanded(by: session) else {
        return .failed(.refused(.importNotHanded("--restored")))
      }
      return store.beginRestore(from: file, batch: batch)
    case .returned(let name, let batch):
      guard let file = devices.takeHanded(by: session) else {
        return .failed(.refused(.importNotHanded(name.printable)))
      }
      return store.beginReturn(of: file, called: name, batch: batch, room: room)
    }
  }

  private mutating func name(_ choice: Loss.Choice, for session: SessionID) {
    do throws(Failure) {
      news.add(.store(.named(.success(try store.opened().loss(choice)), for: session)))
    } catch {
      news.add(.store(.named(.failure(error), for: session)))
    }
  }

  private mutating func seek(_ wish: StillWish, for session: SessionID) {
    let end = devices.now + SurveySlice.length
    var outcome = store.current == nil ? StillSearch.failed(.storeNotOpen) : .goesOn
    for _ in 0..<SurveySlice.rounds where outcome == .goesOn && devices.now < end {
      outcome = store.current?.seek(wish, elements: SurveySlice.entries) ?? outcome
    }
    news.add(.store(.sought(outcome, by: session)))
  }

  private mutating func survey() throws(Failure) {
    let store = try store.opened()
    let end = devices.now + SurveySlice.length
    var progress = Event.Survey.isUnderWay
    // Virtual time stands still meanwhile, so the rounds are counted too.
    for _ in 0..<SurveySlice.rounds where progress == .isUnderWay && devices.now < end {
      progress = try store.survey(entries: SurveySlice.entries)
    }
    news.add(.store(.surveyed(progress)))
  }

  private mutating func settle() throws(Failure) {
    let (progress, phrases) = try store.opened().settle(at: present)
    report(phrases)
    tellAdopted()
    news.add(.store(.surveyed(progress)))
  }

  /// Tells what the store comes to, if that is another than before.
  mutating func tellFacts() { news.tell(store.current?.facts(at: present)) }

  private mutating func report(_ phrases: [Phrase]) {
    if !phrases.isEmpty { news.add(.store(.found(phrases))) }
  }

  private mutating func tellAdopted() {
    let numbers = store.current?.takeAdopted() ?? []
    if !numbers.isEmpty { news.add(.store(.adopted(numbers))) }
  }
}

extension StoreChange {
  /// Whether what there is to ask of its piece is news to everybody.
  fileprivate var asksAnew: Bool {
    switch self {
    case .addOptions, .decidePieces: true
    default: false
    }
  }
}

extension Phrase {
  static func importNotHanded(_ name: String) -> Phrase {
    Phrase(
      "import.not-handed",
      "\(name) did not come with the line; use 'exhibit import', or \"import\" and a path.")
  }
}

/// How much of the store's files is compared with its database before the loop goes on, and of a clip's file looked
/// through.
private enum SurveySlice {
  static let length = Duration.milliseconds(5)
  /// After so many entries the time is looked at.
  static let entries = 16
  static let rounds = 16
}
