@testable import Core

/// A world without devices and without a clock: it plays a script, answers the machine's effects at
/// once, and writes down all that it was told to do.
///
/// Only storing takes time, and while it does nothing is read, as with a real medium.
struct ScriptedWorld: World {
  /// An effect, and when it was to be carried out.
  struct Entry: Equatable {
    let at: Instant
    let effect: Effect
  }

  /// A time in which a role's device can't be opened.
  struct Outage {
    let failure: Failure
    let from: Instant
    let to: Instant

    /// From `start` to `end` seconds opening the device of `failure.role` ends in `failure`.
    init(_ failure: Failure, from start: Double, to end: Double) {
      self.failure = failure
      from = .at(start)
      to = .at(end)
    }
  }

  /// Its camera.
  var camera = ScriptedCamera()
  /// From opening the camera to its first frame.
  var settling = Duration.milliseconds(100)
  /// By how much the picture changes from look to look.
  var sceneChange = 1.0
  /// Where that is.
  var movement: PictureFacts.Movement?
  /// What is measured of the picture from look to look, the last again and again.
  var pictures = [PictureFacts(mean: 100, sharpness: nil, movement: .nowhere)]
  /// How long storing takes.
  var flush = Duration.milliseconds(20)
  /// From when on nothing can be written to a clip, and why.
  var clipOutage: (failure: Failure, from: Instant)?
  /// How long it takes to say a sentence.
  var speechTime = Duration.seconds(1)
  /// Why no sentence can be said.
  var voiceProblem: Phrase?
  /// What comes of an import, bit by bit; then it is complete.
  var importNews: [Event.Import] = []
  /// The texts of the guide.
  var guide = GuideFinding.texts([GuideSource(name: "Recording", text: "# Recording\n\nRecord it.")]
  )
  /// What comes of looking for a still, bit by bit; then its last still is found.
  var stillNews: [StillSearch] = []
  /// How long a hook runs, and what is wrong with it in the end.
  var hookTime = Duration.seconds(1)
  var hookProblem: Phrase?
  /// What analysers answer, one after the other; then nothing.
  var analyses: [AnalyserAnswer] = []
  /// The pieces in which no program has looked for faces, the newest first.
  var unexamined: [Int] = []
  /// Whether programs can't be started.
  var refusesHooks = false
  /// What is measured.
  var measurements = Measurements()
  /// What the store comes to.
  var facts = StoreFacts.empty
  /// The slots as a change leaves them; nil: as they were.
  var slotsAfterChange: SlotFills?
  var mode = CameraMode.lab
  /// What a drawing takes.
  var drawingTime = Duration.zero
  /// Whether sessions can become screens.
  var hasScreens = true
  /// Why nothing is ever drawn on them.
  var undrawable: Phrase?
  /// How many times opening a role's device fails, and with what.
  var openingFailures: [Role: (failure: Failure, count: Int)] = [:]
  /// When devices can't be opened that can at other times.
  var outages: [Outage] = []
  /// How long opening a role's device takes, the camera's and the accelerometer's aside.
  var openingTimes: [Role: Duration] = [:]
  /// Shots that can't be brought into memory.
  var unkept: Set<Shot.ID> = []
  /// Shots whose frames turn out to be no pictures.
  var damaged: Set<Shot.ID> = []
  /// Shots that can't be stored.
  var unstored: Set<Shot.ID> = []
  /// Whether the camera's pictures can be cropped.
  var isCroppable = true
  /// Whether the camera's pictures are of a kind that can be drawn as glyphs.
  var isDrawable = true
  /// Why shots can't be kept or stored.
  var refusal = Failure.fullStore
  /// When another program has the store's database locked.
  var locks: [Range<Instant>] = []
  /// How many times notes can't be recorded, and why.
  var noteFailures: (failure: Failure, count: Int)?
  /// What an undo would take back.
  var undoStep: UndoStep? = UndoStep(.capture(first: 17, last: 17, count: 1), records: [9])
  /// What is deleted, and can be removed for good.
  var deletedPieces = [17]
  /// How many times changes can't be made, and why.
  var changeFailures: (failure: Failure, count: Int)?
  /// Which change can't be made, counted from 1, and why.
  var failingChange: (place: Int, failure: Failure)?
  /// How many records a session that follows them has room for at once; nil: they can't be read.
  var recordRoom: Int? = 20
  /// What the store answers to the next parts of the survey, then that it is complete.
  var surveys: [Event.Survey] = []
  /// Roles that open but fail when they are used.
  var unusable: Set<Role> = []
  /// How the accelerometer is listened to; what comes by itself is in the script.
  var sensing = Sensing(by: .polling)
  /// How many streams after the first deliver nothing at all.
  var silentStreamCount = 0

  /// What the machine wanted done.
  private(set) var log: [Entry] = []
  /// How many times the machine was woken.
  private(set) var wakes = 0
  /// The monotonic clock.
  private(set) var now = Instant.at(0)
  var script: [Cue]
  private var answers: [Event] = [.started]
  var pieceCount = 0
  /// What the machine was told of the store.
  private var told: StoreFacts?
  private var streamCount = 0
  private var changeCount = 0
  /// What is asked about each piece.
  private var options: [Int: [PieceOption]] = [:]

  init(_ script: [Cue]) {
    self.script = script.enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }
    .map(\.element)
    measurements.space = Space(free: 20_000_000_000, total: 32_000_000_000)
  }

  mutating func nextEvent(before deadline: Instant?) -> (event: Event, now: Instant)? {
    wakes += 1
    let due = script.prefix { $0.at <= now }
    if let index = due.firstIndex(where: \.isEdge) { return (play(index), now) }
    if !answers.isEmpty { return (answers.removeFirst(), now) }
    let times = [script.first?.at, camera.nextFrame, deadline].compactMap { $0 }
    guard let next = times.min() else { preconditionFailure("nothing will ever happen") }
    now = max(now, next)
    return (happening(next), now)
  }

  mutating func perform(_ effect: Effect) {
    log.append(Entry(at: now, effect: effect))
    carryOut(effect)
    switch effect {
    case .photo, .store, .clip: tellFacts(facts)
    case .device, .camera, .accelerometer, .output, .console, .service, .measure, .voice, .hook:
      break
    }
  }

  private mutating func carryOut(_ effect: Effect) {
    switch effect {
    case .device(.close(.store)): tellFacts(nil)
    case .device(.open(let role)): open(role)
    case .device(.close(.camera)): camera.close()
    case .camera(.answer(_, let session)): answers.append(.camera(.answered(session)))
    case .camera(.describe):
      let facts = pictures.count > 1 ? pictures.removeFirst() : pictures.first
      answers.append(.camera(.described(facts)))
    case .camera(.look):
      answers.append(.camera(.sceneChanged(by: sceneChange, at: movement)))
    case .accelerometer(.sample):
      answers.append(
        unusable.contains(.accelerometer)
          ? .device(.failed(.broken(.accelerometer)))
          : .accelerometer(.reading(Acceleration(x: 0, y: 0, z: 1000))))
    case .photo(.keep(let shot)):
      precondition(
        [camera.held.newest, camera.held.previous].contains(shot.frame),
        "the camera has it no longer")
      answers.append(
        damaged.contains(shot.id)
          ? .photo(.failed(shot.id, .damagedFrame))
          : answer(shot.id, unkept, .photo(.kept(shot.id))))
    case .photo(.store(let shot)): store(shot)
    case .store(.note): answers.append(note())
    case .store(.change(let change, _)):
      answers.append(make(change))
      if case .store(.changed)? = answers.last { clarify(change) }
    case .console(.review(let step, let session, _)):
      answers.append(.store(.reviewing(reviewed(by: step), by: session)))
      if let number = reviewed(by: step) { tellQuestion(of: number, isNew: false) }
    case .store(.beginImport), .store(.copyImport), .store(.placeImport):
      answers.append(
        .store(.importing(importNews.isEmpty ? .complete : importNews.removeFirst())))
    case .console(.beginScreen(let session)):
      let refused = undrawable.map { Event.Console.undrawable($0, on: session) }
      answers.append(.console(refused ?? .viewing(hasScreens, on: session)))
    case .console(.draw):
      now = now + drawingTime
      answers.append(.console(.drawn(isAll: true, after: drawingTime)))
    case .console(.tellRecords(let cursor, let session)):
      let latest = facts.latestRecord ?? 0
      answers.append(
        .console(.recordsTold(session, upTo: recordRoom.map { min(latest, cursor + $0) })))
    case .console(.consult(let session)):
      answers.append(.console(.consulted(guide, by: session)))
    case .store(.seek(let wish, let session)):
      answers.append(.store(.sought(still(wish), by: session)))
    case .store(.name(let choice, let session)):
      answers.append(.store(.named(named(choice), for: session)))
    case .store(.findUndo): answers.append(.store(.undoable(undoStep)))
    case .store(.findUnexamined(let bound, _)):
      answers.append(.store(.unexamined(unexamined.first { $0 < bound ?? .max })))
    case .store(.survey), .store(.settle):
      answers.append(.store(.surveyed(surveys.isEmpty ? .isComplete : surveys.removeFirst())))
    case .measure(.all): answers.append(.measured(.all(measurements)))
    case .measure(.temperature): answers.append(.measured(.temperature(measurements.temperature)))
    case .voice(let effect): perform(effect)
    case .hook(.run(let task)): run(task)
    case .hook(.stop): stopHook()
    case .clip(let effect): perform(effect)
    case .device, .camera, .accelerometer, .photo, .store, .output, .console, .service:
      break
    }
  }

  private mutating func happening(_ instant: Instant) -> Event {
    if script.first?.at == instant { return play(0) }
    return camera.nextFrame == instant ? camera.take(at: now) : .deadline
  }

  private mutating func play(_ index: Int) -> Event {
    let cue = script.remove(at: index)
    if cue.isLasting, case .measured(.all(let measurements)) = cue.event {
      self.measurements.space = measurements.space
      self.measurements.temperature = measurements.temperature
    }
    return cue.event
  }

  private mutating func open(_ role: Role) {
    if let outage = outages.first(where: {
      $0.failure.role == role && $0.from <= now && now < $0.to
    }) {
      answers.append(.device(.failed(outage.failure)))
    } else if let (failure, count) = openingFailures[role], count > 0 {
      openingFailures[role] = (failure, count - 1)
      answers.append(.device(.failed(failure)))
    } else if role == .camera {
      camera.open(streams() ? now + settling : nil)
      answers.append(.camera(.opened(mode)))
    } else if role == .accelerometer {
      answers.append(.accelerometer(.opened(sensing)))
    } else if let time = openingTimes[role] {
      if role == .store {
        told = facts
        let news = Cue(.store(.told(facts)), at: now + time)
        script.insert(news, at: script.firstIndex { $0.at > news.at } ?? script.endIndex)
      }
      let opened = Cue(.device(.opened(role)), at: now + time)
      script.insert(opened, at: script.firstIndex { $0.at > opened.at } ?? script.endIndex)
    } else {
      if role == .store { tellFacts(facts) }
      answers.append(.device(.opened(role)))
    }
  }

  /// The store tells before all else what it comes to, where that is another.
  private mutating func tellFacts(_ facts: StoreFacts?) {
    guard facts != told else { return }
    told = facts
    answers.insert(.store(.told(facts)), at: 0)
  }

  private mutating func streams() -> Bool {
    defer { streamCount += 1 }
    return streamCount == 0 || streamCount > silentStreamCount
  }

  private var isLocked: Bool { locks.contains { $0.contains(now) } }

  private mutating func note() -> Event {
    if isLocked { return .store(.notNoted(.lockedStore)) }
    guard let (failure, count) = noteFailures, count > 0 else { return .store(.noted) }
    noteFailures?.count -= 1
    return .store(.notNoted(failure))
  }

  private mutating func make(_ change: StoreChange) -> Event {
    if isLocked { return .store(.notChanged(.lockedStore)) }
    now = now + flush
    changeCount += 1
    if let (place, failure) = failingChange, place == changeCount {
      return .store(.notChanged(failure))
    }
    guard let (failure, count) = changeFailures, count > 0 else {
      facts.slots = slotsAfterChange ?? facts.slots
      if case .undo(let step) = change, let step = step ?? undoStep {
        return .store(.changed(step.outcome, undone: step))
      }
      if case .keep(_, let news) = change { return .store(.changed(news)) }
      if case .nextThing = change { facts.thing.number += 1 }
      return .store(.changed(Phrase("test.changed", "Changed.")))
    }
    changeFailures?.count -= 1
    return .store(.notChanged(failure))
  }

  private mutating func store(_ shot: Shot) {
    if isLocked { return answers.append(.photo(.failed(shot.id, .lockedStore))) }
    now = now + flush
    pieceCount += 1
    (facts.pieceCount, facts.thing.pieceCount) = (pieceCount, pieceCount)
    facts.head = "\(5 + pieceCount):0af3"
    var piece = StoredPiece(
      id: "id\(pieceCount)", number: pieceCount, file: "evidence/000/\(pieceCount).jpg",
      sha256: "", byteCount: shot.frame.byteCount)
    if shot.mask != nil, isCroppable {
      piece.crop = StoredCrop(
        file: "evidence/000/\(pieceCount)-crop.jpg", sha256: "", byteCount: 9,
        area: PixelArea(x: 8, y: 8, width: 16, height: 8))
    }
    if let style = shot.glyphs, isDrawable {
      func file(_ ending: String) -> StoredFile {
        StoredFile(file: "evidence/000/\(pieceCount).\(ending)", sha256: "", byteCount: 9)
      }
      piece.glyphs = StoredGlyphs(
        text: file("txt"), ansi: file("ans"), columns: 96, rows: 27, style: style)
    }
    answers.append(answer(shot.id, unstored, .photo(.stored(shot.id, piece, after: flush))))
  }

  private mutating func perform(_ effect: Effect.Clip) {
    if let (failure, from) = clipOutage, from <= now, effect != .giveUp {
      return answers.append(.clip(.failed(failure)))
    }
    switch effect {
    case .begin: answers.append(.clip(isLocked ? .failed(.lockedStore) : .begun))
    case .flush: answers.append(.clip(.flushed))
    case .finish: answers.append(.clip(isLocked ? .failed(.lockedStore) : finishClip()))
    case .remember, .hold, .giveUp: break
    case .append(let frame):
      precondition(frame == camera.held.newest, "the camera has it no longer")
    }
  }

  private mutating func finishClip() -> Event.Clip {
    now = now + flush
    pieceCount += 1
    let piece = StoredPiece(
      id: "id\(pieceCount)", number: pieceCount, file: "evidence/000/\(pieceCount).avi", sha256: "",
      byteCount: 1000)
    return .stored(piece, ClipContent(frameCount: 3, length: .seconds(2), droppedCount: 1))
  }

  private mutating func clarify(_ change: StoreChange) {
    switch change {
    case .addOptions(let number, let found):
      options[number] = found
      tellQuestion(of: number, isNew: true)
    case .confirmOption(let number, _, _):
      options[number] = nil
      tellQuestion(of: number, isNew: false)
    case .denyOption(let number, .text(let text)):
      options[number]?.removeAll { $0.text == text }
      tellQuestion(of: number, isNew: false)
    default: break
    }
  }

  private mutating func tellQuestion(of number: Int, isNew: Bool) {
    let clarification = Clarification(title: nil, isDecided: false, options[number] ?? [])
    answers.append(.store(.clarified(number, clarification, isNew: isNew)))
  }

  private func answer(_ id: Shot.ID, _ failing: Set<Shot.ID>, _ event: Event) -> Event {
    failing.contains(id) ? .photo(.failed(id, refusal)) : event
  }
}

extension StoreFacts {
  /// Those of a store without pieces.
  static var empty: StoreFacts {
    var facts = StoreFacts(
      thing: CurrentThing(1, label: "Unsorted"),
      checklist: Checklist(.thing(1, label: "Unsorted"), [], after: []))
    (facts.deviceID, facts.head) = ("0123456789abcdef", "5:0af3")
    return facts
  }
}
