/// The consoles on which the camera's picture is drawn, and when it is drawn next.
struct Viewfinder: Sendable {
  /// On more consoles it is drawn only if somebody leaves one after the other open.
  static let mostSessions = 4
  /// The least time from one picture to the next, however fast camera and line are.
  static let period = Duration.milliseconds(100)
  /// What has not changed is drawn anew after so long: a terminal may have lost some of it.
  static let restPeriod = Duration.seconds(1)
  /// A terminal that has not told its size within so long never will.
  static let patience = Duration.seconds(2)

  /// How far a session is.
  private enum Stage: Hashable {
    /// It is to become a screen; its terminal was asked for its size, if that was not known.
    case opening(until: Instant, hasAsked: Bool)
    /// It is one.
    case drawn
    /// Its person types a line, and an empty one brings the picture back.
    case left
  }

  /// What comes of a screen that could not be had.
  enum Refusal: Hashable {
    /// The terminal has still to be asked for its size.
    case asks
    /// It was, and there is time for its answer.
    case waits
  }

  private struct Entry: Hashable {
    let session: SessionID
    var stage: Stage
  }

  private var entries: [Entry] = []
  /// Which part of the picture is seen, on all of them.
  var zoom = GlyphZoom()
  /// Whether the thing's title picture is seen with it, on all of them.
  private(set) var compares = false
  /// Where something moves, for those who want to see that.
  var spotlight = Spotlight()
  private var drawnAt = Instant.zero
  /// Screens that were to be drawn and have not told what came of it.
  private var pendingCount = 0
  /// What the drawing under way has taken so far, on all screens.
  private var spent = Duration.zero
  /// What a drawing takes: as long as the latest slow one did, fading; nil before the first.
  private var cost: Duration?
  /// Whether something has changed since it was drawn.
  private var hasNews = false
  @Occasional private var told: StateSummary? = nil

  /// The sessions on which it is drawn.
  var screens: [SessionID] { entries.filter { $0.stage == .drawn }.map(\.session) }

  /// Whether it is drawn anywhere.
  var isDrawn: Bool { entries.contains { $0.stage == .drawn } }

  /// When a terminal has not answered in time.
  var deadline: Instant? {
    entries.reduce(nil) { first, entry in
      if case .opening(let until, _) = entry.stage { .earlier(first, until) } else { first }
    }
  }

  /// When it is drawn next; nil while the drawing under way has not come to its end.
  var drawAt: Instant? {
    guard isDrawn, pendingCount == 0 else { return nil }
    return hasNews ? drawnAt + max(Viewfinder.period, allowance) : restAt
  }

  /// When it has been left as it is for so long that it is drawn even between two photos of a quick series.
  var restAt: Instant { drawnAt + max(Viewfinder.restPeriod, allowance) }

  /// What a drawing is given before a photo, and before the next: twice what it takes.
  var allowance: Duration { (cost ?? Viewfinder.period) * 2 }

  /// `session` wants it at `now`; says whether there is room for it.
  mutating func open(_ session: SessionID, at now: Instant) -> Bool {
    end(session)
    guard entries.count < Viewfinder.mostSessions else { return false }
    let stage = Stage.opening(until: now + Viewfinder.patience, hasAsked: false)
    entries.append(Entry(session: session, stage: stage))
    return true
  }

  /// Whether `session` waits to become a screen.
  func isOpening(_ session: SessionID) -> Bool {
    guard let place = place(of: session) else { return false }
    if case .opening = entries[place].stage { return true }
    return false
  }

  /// `session` has become a screen.
  mutating func opened(_ session: SessionID) {
    guard let place = place(of: session) else { return }
    entries[place].stage = .drawn
    hasNews = true
  }

  /// `session` is none yet, because its terminal's size is not known.
  mutating func refused(_ session: SessionID) -> Refusal? {
    guard let place = place(of: session),
      case .opening(let until, let hasAsked) = entries[place].stage
    else { return nil }
    entries[place].stage = .opening(until: until, hasAsked: true)
    return hasAsked ? .waits : .asks
  }

  /// The sessions whose terminals have not answered in time at `now`; they are forgotten.
  mutating func expire(at now: Instant) -> [SessionID] {
    let late = entries.filter { entry in
      if case .opening(let until, _) = entry.stage { until <= now } else { false }
    }
    entries.removeAll(where: late.contains)
    return late.map(\.session)
  }

  /// The person at `session` types a line, and may come back.
  mutating func leave(_ session: SessionID) {
    if let place = place(of: session) { entries[place].stage = .left }
  }

  /// Whether an empty line of `session` brings the picture back.
  func hasLeft(_ session: SessionID) -> Bool {
    place(of: session).map { entries[$0].stage == .left } ?? false
  }

  /// `session` has enough, or is gone; says whether it was drawn there.
  @discardableResult
  mutating func end(_ session: SessionID) -> Bool {
    guard let place = place(of: session) else { return false }
    return entries.remove(at: place).stage == .drawn
  }

  /// Nobody sees it any more.
  ///
  /// - Returns: the sessions whose line still waits for its answer, and those on which it is drawn.
  mutating func endAll() -> (opening: [SessionID], drawn: [SessionID]) {
    defer { entries.removeAll() }
    return (entries.map(\.session).filter(isOpening), screens)
  }

  /// The thing's title picture is to be seen with it, or no longer.
  mutating func compare(_ isWanted: Bool) { (compares, hasNews) = (isWanted, true) }

  /// There is another picture, or something else to show.
  mutating func changed() { hasNews = true }

  /// The state is `summary`.
  mutating func update(_ summary: StateSummary) {
    if told != summary { (told, hasNews) = (summary, true) }
  }

  /// It is drawn at `now`, on all screens.
  mutating func begin(at now: Instant) {
    (drawnAt, hasNews) = (now, false)
    (pendingCount, spent) = (screens.count, .zero)
  }

  /// It was drawn on one of them, or could not be, which took `time`.
  mutating func drawn(after time: Duration) {
    guard pendingCount > 0 else { return }
    pendingCount -= 1
    spent += time
    // A screen whose line was busy took nothing this time, and may the next.
    if pendingCount == 0 { cost = cost.map { max(spent, $0 - $0 / 8) } ?? spent }
  }

  private func place(of session: SessionID) -> Int? {
    entries.firstIndex { $0.session == session }
  }
}
