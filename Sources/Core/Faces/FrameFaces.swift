/// The faces in what the camera sees, for those who want them in words: looked for now and then, in one frame at a time.
struct FrameFaces: Sendable {
  /// The least time from one look to the next.
  static let period = Duration.seconds(2)
  /// No look is begun within so long before a photo.
  static let calm = Duration.seconds(1)
  /// Faces that were found so long ago are told no more.
  static let freshness = Duration.seconds(10)
  /// Without an answer for so long nobody waits for it any more.
  static let patience = Duration.seconds(20)

  private var askedAt: Instant?
  private var isAsked = false
  private var sheet: FaceSheet?
  private var foundAt = Instant.zero
  private var answeredAt: Instant?

  /// Whether an answer is to come.
  func isAwaited(at now: Instant) -> Bool { waitEnd.map { now < $0 } ?? false }

  /// When nobody waits for the answer any more; nil while none is to come.
  var waitEnd: Instant? { isAsked ? askedAt.map { $0 + FrameFaces.patience } : nil }

  /// Whether the next look may begin.
  func isDue(at now: Instant) -> Bool {
    !isAsked && (askedAt.map { now - $0 >= FrameFaces.period } ?? true)
  }

  /// A look begins.
  mutating func ask(at now: Instant) { (askedAt, isAsked) = (now, true) }

  /// The look has come to this; nil: to nothing.
  mutating func take(_ sheet: FaceSheet?, at now: Instant) {
    (isAsked, answeredAt) = (false, now)
    if let sheet { (self.sheet, foundAt) = (sheet, now) }
  }

  /// Whether a look has ended not too long ago, whatever came of it.
  func hasAnswer(at now: Instant) -> Bool {
    answeredAt.map { now - $0 <= FrameFaces.freshness } ?? false
  }

  /// The faces that were found, where that is not too long ago.
  func known(at now: Instant) -> FaceSheet? {
    now - foundAt <= FrameFaces.freshness ? sheet : nil
  }
}

extension Machine {
  /// Has faces looked for in the camera's picture where somebody wants that and it can be now.
  mutating func lookForFacesInView() {
    guard sessions.contains(\.wantsFaces), describing.faces.isDue(at: now),
      let analyser = faceAnalyser, published.activity.leaves(FrameFaces.calm, at: now),
      hooks.lookAtFrame(by: analyser, seen: orientation)
    else { return }
    describing.faces.ask(at: now)
  }

  /// The program that looked at a frame has come to `end`.
  mutating func settleFacesInView(_ end: Event.Hook) {
    var sheet: FaceSheet?
    if case .answered(let answer) = end { sheet = answer.examination?.sheet }
    describing.faces.take(sheet, at: now)
    // Whoever watches hears of them with the next look.
    let isWaitedFor = sessions.contains { $0.wantsFaces && !$0.isWatchingFraming }
    if isWaitedFor { describing.begin(watches: false, at: now) }
  }
}
