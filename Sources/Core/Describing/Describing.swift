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

  /// When the picture is looked at next; nil while nobody wants it, or a look is under way.
  private(set) var deadline: Instant?
  private var lookedAt: Instant?
  private var isFresh = false
  /// What whoever watches was told last.
  private var told: [Phrase]?

  /// One more wants it, once or as long as it watches.
  mutating func begin(watches: Bool, at now: Instant) {
    if watches { told = nil }
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

  /// The picture is told as seen at `now`, of which this is the gist; some go on watching where it `isWatched`.
  ///
  /// - Returns: whether it is news to those.
  mutating func tells(_ gist: [Phrase], isWatched: Bool, at now: Instant) -> Bool {
    defer { told = gist }
    deadline = isWatched ? now + Describing.period : nil
    return gist != told
  }
}

extension Machine {
  /// `session` wants the picture in words.
  mutating func describe(
    for session: SessionID, watches: Bool, asJSON isJSON: Bool
  ) throws(CommandError) {
    if published.isEnding { throw CommandError(.shuttingDown) }
    if capture.isAbsent { throw CommandError(.cameraAbsent) }
    guard sessions.those(\.isDescribing).count < Describing.mostSessions else {
      throw CommandError(.watchFull(Describing.mostSessions))
    }
    describing.begin(watches: watches, at: now)
    sessions.begin(
      watches ? .watchingFraming(isJSON: isJSON) : .describing(isJSON: isJSON), session)
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
      Phrase("describe.nothing", "No picture: capture \(word)."),
      .object([("mean_luma", .null)] + published.capture.members), [word])
  }

  private mutating func tell(_ sentence: Phrase, _ json: JSON, _ gist: [Phrase]) {
    let isWatched = sessions.contains(\.isWatchingFraming)
    let isNews = describing.tells(gist, isWatched: isWatched, at: now)
    for session in sessions.those(\.isDescribing) {
      let doing = sessions.doing(of: session)
      if isNews || !doing.isWatchingFraming {
        steps.say(doing.isJSON ? Reply(json) : Reply(sentence), to: session)
      }
      guard !doing.isWatchingFraming else { continue }
      sessions.rest(session)
      steps.answered(session)
    }
  }
}
