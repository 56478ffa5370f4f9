/// What is still to be said to consoles: answers that wait for measurements, and news for those that watch.
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
  var watch = Watch()

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

  /// `session` has enough, or is gone: nobody answers it.
  mutating func drop(_ session: SessionID, _ steps: inout Steps) {
    for question in questions where question.session == session { steps.ended(session) }
    questions.removeAll { $0.session == session }
  }

  /// Nobody hears any more.
  mutating func dropAll(_ steps: inout Steps) {
    for question in questions { steps.ended(question.session) }
    questions.removeAll()
  }
}

/// What those that watch were told of the state last, and are to be told.
///
/// Changes that follow one another closely are told as one, so that neither a slow line nor a reader
/// falls behind.
struct Watch: Sendable {
  /// The least time from one line to the next.
  static let period = Duration.milliseconds(250)
  /// More watch only if somebody opens sessions and never closes them.
  static let mostSessions = 16

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

extension Machine {
  /// `session` hears of each change from now on, the first time at once.
  mutating func watch(_ session: SessionID, asJSON isJSON: Bool) throws(CommandError) {
    guard sessions.those(\.isWatching).count < Watch.mostSessions else {
      throw CommandError(.watchFull(Watch.mostSessions))
    }
    dialogue.watch.begin(from: summary)
    sessions.begin(.watching(isJSON: isJSON), session)
    steps.continues(session)
    steps.say(summary.reply(asJSON: isJSON), to: session)
  }

  /// Tells those that watch of `summary`; nil: there is nothing to tell.
  mutating func tellWatchers(_ summary: StateSummary?) {
    guard let summary else { return }
    for session in sessions.those(\.isWatching) {
      steps.say(summary.reply(asJSON: sessions.doing(of: session).isJSON), to: session)
    }
  }
}

extension Phrase {
  static func watchFull(_ limit: Int) -> Phrase {
    Phrase("console.watch-full", "{1} sessions watch already; end one of them.", limit)
  }
}
