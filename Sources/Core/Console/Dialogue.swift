/// What consoles are owed: answers that wait for measurements, and news for those that watch.
struct Dialogue: Sendable {
  /// A question for the status that waits for measurements.
  struct Question: Hashable, Sendable {
    /// How much is wanted.
    enum Form: Hashable { case glance, sentences, json }

    let session: SessionID
    let form: Form
  }

  private var questions: [Question] = []
  private var watch = Watch()

  /// When a line for those that watch is due.
  var deadline: Instant? { watch.deadline }

  /// Whether anybody watches.
  var isWatched: Bool { !watch.watchers.isEmpty }

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
      steps.answered(question.session)
    }
    questions.removeAll()
  }

  /// `session` hears of each change from now on, the first time at once.
  mutating func watch(
    _ session: SessionID, asJSON isJSON: Bool, from glance: Glance, _ steps: inout Steps
  ) throws(Misunderstanding) {
    guard watch.add(Watch.Watcher(session: session, isJSON: isJSON), told: glance) else {
      throw Misunderstanding(.watchFull(Watch.mostSessions))
    }
    steps.say(glance.reply(asJSON: isJSON), to: session)
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
  mutating func update(_ glance: Glance, at now: Instant, _ steps: inout Steps) {
    tell(watch.update(glance, at: now), &steps)
  }

  /// Tells those that watch what was held back.
  mutating func expire(at now: Instant, _ steps: inout Steps) {
    tell(watch.tell(at: now), &steps)
  }

  /// Nobody hears any more.
  mutating func end(_ steps: inout Steps) {
    for question in questions { steps.answered(question.session) }
    questions.removeAll()
    for watcher in watch.watchers { endWatch(of: watcher.session, &steps) }
  }

  private func tell(_ glance: Glance?, _ steps: inout Steps) {
    guard let glance else { return }
    for watcher in watch.watchers {
      steps.say(glance.reply(asJSON: watcher.isJSON), to: watcher.session)
    }
  }
}

extension Phrase {
  static func watchFull(_ limit: Int) -> Phrase {
    Phrase("console.watch-full", "{1} sessions watch already; end one of them.", limit)
  }
}
