/// Who wants the picture in words, once or whenever it changes, and when it is looked at for that.
struct Describing: Sendable {
  /// A look is compared with one that is at most so old.
  static let freshness = Duration.seconds(3)
  /// From the first of two looks to the second.
  static let moment = Duration.milliseconds(400)
  /// The least time from one sentence to the next for whoever watches.
  static let period = Duration.seconds(2)
  /// More want it only if somebody opens sessions and never closes them.
  static let mostSessions = 16

  /// A session that wants it.
  struct Listener: Hashable, Sendable {
    let session: SessionID
    let isJSON: Bool
  }

  /// Those that want it once, and those that watch.
  private(set) var askers: [Listener] = [], watchers: [Listener] = []
  /// When the picture is looked at next; nil while nobody wants it, or a look is under way.
  private(set) var deadline: Instant?
  private var lookedAt: Instant?
  private var isFresh = false
  /// What whoever watches was told last.
  private var told: [Phrase]?

  /// `listener` wants it, once or as long as it watches; says whether there is room for that.
  mutating func add(_ listener: Listener, watches: Bool, at now: Instant) -> Bool {
    guard askers.count + watchers.count < Describing.mostSessions else { return false }
    if watches { watchers.append(listener) } else { askers.append(listener) }
    if watches { told = nil }
    deadline = deadline.map { min($0, now + Describing.moment) } ?? now
    return true
  }

  /// `session` wants it no longer; says whether it did.
  mutating func remove(_ session: SessionID) -> Bool {
    let count = askers.count + watchers.count
    askers.removeAll { $0.session == session }
    watchers.removeAll { $0.session == session }
    if askers.isEmpty, watchers.isEmpty { deadline = nil }
    return askers.count + watchers.count < count
  }

  /// Nobody wants it any more.
  mutating func removeAll() -> [Listener] {
    defer { self = Describing() }
    return askers + watchers
  }

  /// Looks at the picture.
  mutating func look(at now: Instant, _ steps: inout Steps) {
    isFresh = lookedAt.map { now - $0 <= Describing.freshness } ?? false
    lookedAt = now
    deadline = nil
    steps.add(.camera(.describe))
  }

  /// Nothing may hold up the loop now: it is looked at a little later.
  mutating func postpone(at now: Instant) { deadline = now + Describing.moment }

  /// Whether what was seen is compared with a look before, so that it can be told; else there is one more look.
  mutating func hasSeen(at now: Instant) -> Bool {
    if !isFresh { deadline = now + Describing.moment }
    return isFresh
  }

  /// Hands out whoever is to be told what is seen at `now`, of which this is the gist: who watches only where it is
  /// news.
  mutating func listeners(of gist: [Phrase], at now: Instant) -> (once: [Listener], [Listener]) {
    defer { askers = [] }
    let isNews = gist != told
    told = gist
    deadline = watchers.isEmpty ? nil : now + Describing.period
    return (askers, isNews ? watchers : [])
  }
}

extension Machine {
  /// `session` wants the picture in words.
  mutating func describe(
    for session: SessionID, watches: Bool, asJSON isJSON: Bool
  ) throws(CommandError) {
    if published.isEnding { throw CommandError(.shuttingDown) }
    if capture.isAbsent { throw CommandError(.cameraAbsent) }
    let listener = Describing.Listener(session: session, isJSON: isJSON)
    guard describing.add(listener, watches: watches, at: now) else {
      throw CommandError(.watchFull(Describing.mostSessions))
    }
    if watches { steps.continues(session) }
  }

  /// Looks at the picture, if there is one and no photo falls due right now.
  mutating func expireDescribing() {
    guard published.capture == .running else { return tellNoPicture() }
    switch published.activity {
    case .gesture(let planned), .photos(let planned):
      if planned - now < Describing.moment { return describing.postpone(at: now) }
    case .atRest, .recording, .storing, .ending: break
    }
    describing.look(at: now, &steps)
  }

  /// The picture was looked at; nil where it can't be read.
  mutating func described(_ facts: PictureFacts?) {
    guard let facts else { return tellNoPicture() }
    guard describing.hasSeen(at: now) else { return }
    let facing = capture.mode?.mounting?.facing ?? .environment
    let description = PictureDescription(
      facts: facts, tilt: accelerometer.acceleration.flatMap { Tilt($0, facing) },
      orientation: orientation ?? .topLeft)
    tell(description.sentence, description.json, description.gist)
  }

  private mutating func tellNoPicture() {
    let word = published.capture.word
    tell(
      .describeNothing(word), .object([("mean_luma", .null)] + published.capture.members), [word])
  }

  private mutating func tell(_ sentence: Phrase, _ json: JSON, _ gist: [Phrase]) {
    let (once, watchers) = describing.listeners(of: gist, at: now)
    for listener in once + watchers {
      steps.say(listener.isJSON ? Reply(json) : Reply(sentence), to: listener.session)
    }
    for listener in once { steps.answered(listener.session) }
  }

  /// `session` wants something else, or is gone.
  mutating func endDescribing(of session: SessionID) {
    if describing.remove(session) { steps.answered(session) }
  }
}

extension Phrase {
  static let helpDescribe = Phrase(
    "help.describe", "says in words what the camera sees, as measured.")
  static let helpWatchFraming = Phrase(
    "help.watch.framing",
    "\"framing\" has the picture told in words instead, whenever it changes, every 2 s at most.")

  static func describeNothing(_ state: Phrase) -> Phrase {
    Phrase("describe.nothing", "No picture: capture {1}.", state)
  }
}
