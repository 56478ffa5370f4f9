/// The console sessions that hear of each change of the state, and what they heard last.
///
/// Changes that follow one another closely are told as one, so that neither a slow line nor a reader
/// falls behind.
struct Watch: Sendable {
  /// The least time from one line to the next.
  static let period = Duration.milliseconds(250)
  /// More watch only if somebody opens sessions and never closes them.
  static let mostSessions = 16

  /// One session that watches.
  struct Watcher: Hashable, Sendable {
    let session: SessionID
    let isJSON: Bool
  }

  /// Who watches, in the order of their coming.
  private(set) var watchers: [Watcher] = []
  private var told: Glance?
  private var latest: Glance?
  private var nextAt = Instant.zero

  /// When a line that was held back is due; nil while none is.
  var deadline: Instant? { latest == told ? nil : nextAt }

  /// One more session watches, and has been told `glance`; says whether there was room for it.
  mutating func add(_ watcher: Watcher, told glance: Glance) -> Bool {
    guard watchers.count < Watch.mostSessions else { return false }
    if watchers.isEmpty { (told, latest) = (glance, glance) }
    watchers.append(watcher)
    return true
  }

  /// A session watches no longer; says whether it did.
  mutating func remove(_ session: SessionID) -> Bool {
    let count = watchers.count
    watchers.removeAll { $0.session == session }
    if watchers.isEmpty { (told, latest) = (nil, nil) }
    return watchers.count < count
  }

  /// Takes the state of `now`.
  ///
  /// - Returns: what is to be told, if it is news and its time has come.
  mutating func update(_ glance: Glance, at now: Instant) -> Glance? {
    latest = glance
    return tell(at: now)
  }

  /// What was held back, if it is still news and its time has come.
  mutating func tell(at now: Instant) -> Glance? {
    guard let latest, latest != told, now >= nextAt else { return nil }
    (told, nextAt) = (latest, now + Watch.period)
    return latest
  }
}
