/// What is still to be said to consoles: answers that wait for measurements, news of the photos that a session
/// asked for, and news for those that watch.
struct Dialogue: Sendable {
  /// A question for the status that waits for measurements.
  struct Question: Hashable, Sendable {
    /// How much is wanted.
    enum Form: Hashable {
      case summary, sentences, json
      /// What time it is.
      case clock(json: Bool)
      /// What is wrong.
      case doctor(json: Bool)
      /// What is known of records and files.
      case verify(json: Bool)
    }

    let session: SessionID
    let form: Form
  }

  private var questions: [Question] = []
  /// The latest series of each session whose answer goes on.
  private var followed: [SessionID: Series] = [:]
  private var watch = Watch()

  /// When a line for those that watch is due.
  var deadline: Instant? { watch.deadline }

  /// Whether anybody watches.
  var isWatched: Bool { !watch.watchers.isEmpty }

  /// The sessions at which a person watches.
  var readers: [SessionID] { watch.watchers.filter { !$0.isJSON }.map(\.session) }

  /// Whether anybody waits for the status.
  var isAsked: Bool { !questions.isEmpty }

  /// Asks for what the answer needs.
  mutating func ask(_ form: Question.Form, _ session: SessionID, _ steps: inout Steps) {
    questions.append(Question(session: session, form: form))
    steps.add(.measure(.all))
  }

  /// Answers all who wait, each in the form that it asked for.
  mutating func answer(_ steps: inout Steps, _ reply: (Question.Form) -> Reply) {
    for question in questions {
      steps.say(reply(question.form), to: question.session)
      steps.ended(question.session)
    }
    questions.removeAll()
  }

  /// `session` hears of each change from now on, the first time at once.
  mutating func watch(
    _ session: SessionID, asJSON isJSON: Bool, from summary: StateSummary, _ steps: inout Steps
  ) throws(CommandError) {
    guard watch.add(Watch.Watcher(session: session, isJSON: isJSON), told: summary) else {
      throw CommandError(.watchFull(Watch.mostSessions))
    }
    steps.continues(session)
    steps.say(summary.reply(asJSON: isJSON), to: session)
  }

  /// Who asked for `series` hears of it until it has ended; a program only then, all at once.
  mutating func follow(_ series: Series, _ steps: inout Steps) {
    guard let session = series.requester.session else { return }
    // A line has ended what its session followed; a key has not.
    endFollowing(by: session, &steps)
    followed[session] = series
    if !series.isAskedByProgram { steps.continues(session) }
  }

  /// The person who still hears how `series` goes on.
  func listener(of series: Series) -> SessionID? {
    series.isAskedByProgram ? nil : follower(of: series)
  }

  /// The session that still hears of `series`.
  func follower(of series: Series) -> SessionID? {
    guard let session = series.requester.session, followed[session] == series else { return nil }
    return session
  }

  /// Nothing more will come of `series`.
  mutating func endFollowing(_ series: Series, _ steps: inout Steps) {
    if let session = follower(of: series) { endFollowing(by: session, &steps) }
  }

  /// `session` has something else to ask, has enough, or is gone.
  mutating func endFollowing(by session: SessionID, _ steps: inout Steps) {
    if followed.removeValue(forKey: session) != nil { steps.ended(session) }
  }

  /// `session` has enough, or is gone.
  ///
  /// - Returns: whether it watched.
  @discardableResult
  mutating func endWatch(of session: SessionID, _ steps: inout Steps) -> Bool {
    guard watch.remove(session) else { return false }
    steps.answered(session)
    return true
  }

  /// Tells those that watch what is news at `now`.
  mutating func update(_ summary: StateSummary, at now: Instant, _ steps: inout Steps) {
    send(watch.update(summary, at: now), &steps)
  }

  /// Tells those that watch what was held back.
  mutating func expire(at now: Instant, _ steps: inout Steps) {
    send(watch.due(at: now), &steps)
  }

  /// Nobody hears any more.
  mutating func end(_ steps: inout Steps) {
    for question in questions { steps.answered(question.session) }
    questions.removeAll()
    for watcher in watch.watchers { endWatch(of: watcher.session, &steps) }
  }

  private func send(_ summary: StateSummary?, _ steps: inout Steps) {
    guard let summary else { return }
    for watcher in watch.watchers {
      steps.say(summary.reply(asJSON: watcher.isJSON), to: watcher.session)
    }
  }
}

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

  /// The sessions that watch, the first to ask first.
  private(set) var watchers: [Watcher] = []
  @Occasional private var told: StateSummary? = nil
  @Occasional private var latest: StateSummary? = nil
  private var nextAt = Instant.zero

  /// Whether those that watch have not been told the latest.
  private var isNews: Bool { latest != told }

  /// When a line that was held back is due; nil while none is.
  var deadline: Instant? { watchers.isEmpty || !isNews ? nil : nextAt }

  /// One more session watches, and has been told `summary`; says whether there was room for it.
  mutating func add(_ watcher: Watcher, told summary: StateSummary) -> Bool {
    guard watchers.count < Watch.mostSessions else { return false }
    if watchers.isEmpty { (told, latest) = (summary, summary) }
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
  mutating func update(_ summary: StateSummary, at now: Instant) -> StateSummary? {
    if latest != summary { latest = summary }
    return due(at: now)
  }

  /// What was held back, if it is still news and its time has come.
  mutating func due(at now: Instant) -> StateSummary? {
    guard isNews, now >= nextAt else { return nil }
    (told, nextAt) = (latest, now + Watch.period)
    return latest
  }
}

extension Phrase {
  static func watchFull(_ limit: Int) -> Phrase {
    Phrase("console.watch-full", "{1} sessions watch already; end one of them.", limit)
  }
}
