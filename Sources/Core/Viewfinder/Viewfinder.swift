/// The camera's picture on consoles: the part that is seen of it, and when it is drawn next.
struct Viewfinder: Sendable {
  /// On more consoles it is drawn only if somebody leaves one after the other open.
  static let mostSessions = 4
  /// The least time from one picture to the next, however fast camera and line are.
  static let period = Duration.milliseconds(100)
  /// What has not changed is drawn anew after so long: a terminal may have lost some of it.
  static let restPeriod = Duration.seconds(1)
  /// A terminal that has not told its size within so long never will.
  static let patience = Duration.seconds(2)

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

  /// When it is drawn next; nil while the drawing under way has not come to its end.
  var drawAt: Instant? {
    guard pendingCount == 0 else { return nil }
    return hasNews ? drawnAt + max(Viewfinder.period, allowance) : restAt
  }

  /// When it has been left as it is for so long that it is drawn even between two photos of a quick series.
  var restAt: Instant { drawnAt + max(Viewfinder.restPeriod, allowance) }

  /// What a drawing is given before a photo, and before the next: twice what it takes.
  var allowance: Duration { (cost ?? Viewfinder.period) * 2 }

  /// The thing's title picture is to be seen with it, or no longer.
  mutating func compare(_ isWanted: Bool) { (compares, hasNews) = (isWanted, true) }

  /// There is another picture, or something else to show.
  mutating func changed() { hasNews = true }

  /// The state is `summary`.
  mutating func update(_ summary: StateSummary) {
    if told != summary { (told, hasNews) = (summary, true) }
  }

  /// It is drawn at `now`, on so many screens.
  mutating func begin(on count: Int, at now: Instant) {
    (drawnAt, hasNews) = (now, false)
    (pendingCount, spent) = (count, .zero)
  }

  /// It was drawn on one of them, or could not be, which took `time`.
  mutating func drawn(after time: Duration) {
    guard pendingCount > 0 else { return }
    pendingCount -= 1
    spent += time
    // A screen whose line was busy took nothing this time, and may the next.
    if pendingCount == 0 { cost = cost.map { max(spent, $0 - $0 / 8) } ?? spent }
  }
}
