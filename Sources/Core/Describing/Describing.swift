/// Looks at the picture for those who want it in words: when, and the gist that was told last.
struct Describing: Sendable {
  /// A look is compared with one that is at most so old.
  static let freshness = Duration.seconds(3)
  /// From the first of two looks to the second.
  static let moment = Duration.milliseconds(400)
  /// The least time from one sentence to the next for whoever watches.
  static let period = Duration.seconds(2)
  /// More want it only if somebody opens sessions and never closes them.
  static let mostSessions = 16

  /// The form in which a session wants it.
  struct Wish: Hashable, Sendable {
    /// For a program.
    var isJSON = false
    /// With the faces in it.
    var hasFaces = false
  }

  /// When the picture is looked at next; nil while nobody wants it, or a look is under way.
  private(set) var deadline: Instant?
  private var lookedAt: Instant?
  private var isFresh = false
  /// The gist that whoever watches was told last, without and with faces.
  private var told: [Bool: [Phrase]] = [:]
  /// The faces in the picture.
  @Boxed var faces = FrameFaces()

  /// One more wants it, once or as long as it watches.
  mutating func begin(watches: Bool, at now: Instant) {
    if watches { told = [:] }
    deadline = deadline.map { min($0, now + Describing.moment) } ?? now
  }

  /// Nobody wants it any more.
  mutating func rest() { deadline = nil }

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

  /// The picture is told as seen at `now`; some go on watching where it `isWatched`, and others wait for faces.
  mutating func rest(isWatched: Bool, at now: Instant) {
    let waitEnd = faces.isAwaited(at: now) ? faces.waitEnd : nil
    deadline = isWatched ? now + Describing.period : waitEnd
  }

  /// Whether the gist of what is told is news to those who watch, with faces or without.
  mutating func isNews(_ gist: [Phrase], withFaces: Bool) -> Bool {
    defer { told[withFaces] = gist }
    return gist != told[withFaces]
  }
}

extension Machine {
  /// `session` wants the picture in words.
  mutating func describe(
    for session: SessionID, watches: Bool, _ wish: Describing.Wish
  ) throws(CommandError) {
    if wish.hasFaces, faceAnalyser == nil { throw CommandError(.noFaceAnalyser) }
    if published.isEnding { throw CommandError(.shuttingDown) }
    if capture.isAbsent { throw CommandError(.cameraAbsent) }
    guard sessions.those(\.isDescribing).count < Describing.mostSessions else {
      throw CommandError(.watchFull(Describing.mostSessions))
    }
    describing.begin(watches: watches, at: now)
    sessions.begin(watches ? .watchingFraming(wish) : .describing(wish), session)
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
    // The next look begins behind what is told of the latest, so that nobody waits for one after the other.
    if !describing.faces.hasAnswer(at: now) { lookForFacesInView() }
    let facing = capture.mode?.mounting?.facing ?? .environment
    let description = PictureDescription(
      facts: facts, tilt: accelerometer.acceleration.flatMap { Tilt($0, facing) },
      orientation: orientation ?? .topLeft)
    let faces = describing.faces.known(at: now)
    tell(waits: describing.faces.isAwaited(at: now)) {
      $0 ? description.told(with: faces) : description.told
    }
    lookForFacesInView()
  }

  private mutating func tellNoPicture() {
    let word = published.capture.word
    let told = PictureDescription.Told(
      sentence: Phrase("describe.nothing", "No picture: capture \(word)."),
      json: .object([("mean_luma", .null)] + published.capture.members), gist: [word])
    tell { _ in told }
  }

  /// Tells what `told` says, with faces or without; whoever wants them once waits for them where that `waits`.
  private mutating func tell(
    waits: Bool = false, _ told: (_ withFaces: Bool) -> PictureDescription.Told
  ) {
    describing.rest(isWatched: sessions.contains(\.isWatchingFraming), at: now)
    for withFaces in [false, true] {
      let those = sessions.those(\.isDescribing).filter {
        sessions.doing(of: $0).wantsFaces == withFaces
      }
      guard !those.isEmpty else { continue }
      let told = told(withFaces)
      let isNews = describing.isNews(told.gist, withFaces: withFaces)
      for session in those {
        tell(told, isNews: isNews, waits: waits && withFaces, to: session)
      }
    }
  }

  private mutating func tell(
    _ told: PictureDescription.Told, isNews: Bool, waits: Bool, to session: SessionID
  ) {
    let doing = sessions.doing(of: session)
    guard doing.isWatchingFraming ? isNews : !waits else { return }
    steps.say(doing.isJSON ? Reply(told.json) : Reply(told.sentence), to: session)
    guard !doing.isWatchingFraming else { return }
    sessions.rest(session)
    steps.answered(session)
  }
}
