/// What one turn comes to: what the concerns want done, in the order in which they said so.
///
/// Each concern adds its own; nobody takes back what another has added.
struct Steps: Sendable {
  private(set) var effects: [Effect] = []
  /// What flushes besides the writing of photos: it may stop the loop, so it is done last, behind a
  /// solid light.
  private(set) var flushes: [Effect] = []
  /// When the latest turn ended with flushes; the light waits to be freed.
  private(set) var flushedAt: Instant?
  /// What light and buzzer are to say of it.
  private(set) var cues: [Indicator.Cue] = []
  /// What of it the voice is to say.
  private(set) var sentences: [Phrase] = []
  /// What of it is to be recorded when there is time.
  private(set) var notes: [Note] = []
  /// How many commands of a session are under way that keys stood for: no line waits for their end.
  private var pressed: [SessionID: Int] = [:]

  mutating func add(_ effect: Effect) {
    effects.append(effect)
  }

  /// Switches light or buzzer, before what was logged and said last: words take longer to write, and can wait.
  mutating func show(_ output: Effect.Output) {
    let wordCount = effects.reversed().prefix { $0.isOfWords }.count
    effects.insert(.output(output), at: effects.count - wordCount)
  }

  mutating func open(_ role: Role) {
    effects.append(.device(.open(role)))
  }

  mutating func close(_ role: Role) {
    effects.append(.device(.close(role)))
  }

  /// Has light and buzzer say `cue` when it fits.
  mutating func show(_ cue: Indicator.Cue) {
    cues.append(cue)
  }

  /// Has `note` recorded when there is time.
  mutating func note(_ note: Note) {
    notes.append(note)
  }

  mutating func log(_ level: LogLevel, _ speaker: String, _ phrase: Phrase) {
    effects.append(.service(.log(level, speaker: speaker, phrase)))
  }

  /// Says `phrase` to all who watch the board, and to the session that asked.
  mutating func announce(_ phrase: Phrase, _ session: SessionID? = nil) {
    effects.append(.console(.announce(phrase, to: session)))
  }

  /// Has the voice say `phrase`, if there is one.
  mutating func speak(_ phrase: Phrase) {
    sentences.append(phrase)
  }

  /// Has the voice say `phrase` in one breath with what the turn says last, so that neither takes the other's place.
  mutating func speakToo(_ phrase: Phrase) {
    guard let last = sentences.popLast() else { return speak(phrase) }
    speak(.followed(last, phrase))
  }

  /// Logs and announces `phrase`; what people should mind is spoken too.
  mutating func report(
    _ level: LogLevel, _ speaker: String, _ phrase: Phrase, to session: SessionID? = nil
  ) {
    report(level, speaker, phrase, spoken: level < .info ? phrase : nil, to: session)
  }

  /// Logs and announces `phrase`, and has the voice say `spoken`; nil for nothing.
  mutating func report(
    _ level: LogLevel, _ speaker: String, _ phrase: Phrase, spoken: Phrase?,
    to session: SessionID? = nil
  ) {
    log(level, speaker, phrase)
    announce(phrase, session)
    if let spoken { speak(spoken) }
  }

  mutating func say(_ phrase: Phrase, to session: SessionID?) {
    if let session { say(Reply(phrase), to: session) }
  }

  /// Says `phrase` to `session`, whose line can't be done or has failed.
  mutating func refuse(_ phrase: Phrase, to session: SessionID?) {
    guard let session else { return }
    turn(.failed, for: session)
    say(phrase, to: session)
  }

  /// What is said next to `session` is such news.
  mutating func turn(_ outcome: Effect.AnswerOutcome, for session: SessionID) {
    effects.append(.console(.outcome(outcome, of: session)))
  }

  mutating func say(_ reply: Reply, to session: SessionID) {
    effects.append(.console(.say(reply, to: session)))
  }

  /// More will be said in answer to the latest line of `session`, at most until its next.
  mutating func continues(_ session: SessionID) {
    effects.append(.console(.continues(session)))
  }

  /// Nothing more will be said in answer to one line of `session`.
  mutating func answered(_ session: SessionID) {
    effects.append(.console(.answered(session)))
  }

  /// The same of something that a key can have asked for: where one has, it is that which has ended.
  mutating func ended(_ session: SessionID) {
    if !endPressed(on: session) { answered(session) }
  }

  /// A command of `session` begins, in place of a key, that is answered later.
  mutating func beginPressed(on session: SessionID) {
    pressed[session, default: 0] += 1
  }

  /// A command that a key stood for has ended, if one was under way; says whether.
  @discardableResult
  mutating func endPressed(on session: SessionID) -> Bool {
    guard let count = pressed[session] else { return false }
    pressed[session] = count > 1 ? count - 1 : nil
    return true
  }

  /// Has `effect`, which flushes, done at the end of the turn.
  mutating func flush(_ effect: Effect) {
    flushes.append(effect)
  }

  /// Hands out what light and buzzer are to say, and forgets it.
  mutating func drainCues() -> [Indicator.Cue] {
    defer { cues.removeAll(keepingCapacity: true) }
    return cues
  }

  /// Hands out what the voice is to say, and forgets it.
  mutating func drainSentences() -> [Phrase] {
    defer { sentences.removeAll(keepingCapacity: true) }
    return sentences
  }

  /// Hands out what is to be recorded, and forgets it.
  mutating func drainNotes() -> [Note] {
    defer { notes.removeAll() }
    return notes
  }

  /// Hands out the effects of the turn of `now`, the flushes last, and forgets them.
  mutating func drain(at now: Instant) -> [Effect] {
    flushedAt = flushes.isEmpty ? nil : now
    defer { (effects, flushes) = ([], []) }
    return flushes.isEmpty ? effects : effects + flushes
  }
}

extension Effect {
  /// Whether it only tells people something.
  fileprivate var isOfWords: Bool {
    switch self {
    case .console, .service: true
    case .device, .camera, .accelerometer, .photo, .clip, .store, .output, .voice, .hook, .measure:
      false
    }
  }
}
