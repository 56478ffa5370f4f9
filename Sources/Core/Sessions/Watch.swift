/// News of the state for those that watch: the latest, and which they were told last.
///
/// Changes that follow one another closely are told as one, so that neither a slow line nor a reader
/// falls behind.
struct Watch: Sendable {
  /// The least time from one line to the next.
  static let period = Duration.milliseconds(250)
  /// More watch only if somebody opens sessions and never closes them.
  static let mostSessions = 16

  /// State that is to be told.
  struct News {
    let summary: StateSummary
    /// Whether a person hears anything new of it: a question they are asked by itself.
    let isForPeople: Bool
  }

  @Occasional private var told: StateSummary? = nil
  @Occasional private var latest: StateSummary? = nil
  private var nextAt = Instant.zero

  /// Whether those that watch have not been told the latest.
  private var isNews: Bool { latest != told }

  /// When a line that was held back is due; nil while none is.
  var deadline: Instant? { isNews ? nextAt : nil }

  /// One more session has been told `summary`.
  mutating func begin(from summary: StateSummary) {
    if told == nil { (told, latest) = (summary, summary) }
  }

  /// Nobody watches any more.
  mutating func forget() { (told, latest) = (nil, nil) }

  /// Takes the state of `now`.
  ///
  /// - Returns: what is to be told, if it is news and its time has come.
  mutating func update(_ summary: StateSummary, at now: Instant) -> News? {
    if latest != summary { latest = summary }
    return due(at: now)
  }

  /// The state that was held back, if it is still news and its time has come.
  mutating func due(at now: Instant) -> News? {
    guard isNews, now >= nextAt, let latest else { return nil }
    let isForPeople = latest.sentence != told?.sentence
    (told, nextAt) = (latest, now + Watch.period)
    return News(summary: latest, isForPeople: isForPeople)
  }
}

extension Machine {
  /// Wish of a session to hear of something.
  enum WatchWish: Hashable {
    /// The state, for a person or for a program.
    case state(isJSON: Bool)
    /// For a program, each record after that of this number too; nil: each to come.
    case records(since: Int?)
  }

  /// `session` hears of each change from now on, the first time at once.
  mutating func watch(_ session: SessionID, _ wish: WatchWish) throws(CommandError) {
    guard sessions.those(\.isWatching).count < Watch.mostSessions else {
      throw CommandError(.watchFull(Watch.mostSessions))
    }
    sessions.watch.begin(from: summary)
    switch wish {
    case .state(let isJSON): sessions.begin(.watching(isJSON: isJSON), session)
    case .records(let cursor):
      sessions.begin(.watching(isJSON: true), session)
      sessions.records.begin(session, since: cursor ?? mirror.facts?.latestRecord)
    }
    steps.continues(session)
    tell(summary, to: session)
  }

  /// Tells those that watch of `news`; nil: there are none.
  mutating func tellWatchers(_ news: Watch.News?) {
    guard let news else { return }
    for session in sessions.those(\.isWatching)
    where news.isForPeople || sessions.doing(of: session).isJSON {
      tell(news.summary, to: session)
    }
  }

  /// Tells `session` of `summary`: between records, where it hears of those, with the number of the latest before.
  mutating func tell(_ summary: StateSummary, to session: SessionID) {
    guard sessions.records.contains(session) else {
      return steps.say(summary.reply(asJSON: sessions.doing(of: session).isJSON), to: session)
    }
    if sessions.records.putsStateOff(of: session) { return }
    let cursor = JSON.optional(sessions.records.cursor(of: session))
    let event = [("cursor", cursor), ("kind", .string("state")), ("state", summary.json)]
    steps.say(Reply(.object(event)), to: session)
  }
}

extension Phrase {
  static func watchFull(_ limit: Int) -> Phrase {
    Phrase("console.watch-full", "\(limit) sessions watch already; end one of them.")
  }
}
