/// What the voice says, and when: one sentence at a time, and of those that wait the newest.
///
/// A press silences it: whoever presses wants something else than to listen. It says the next sentence only
/// when the one before has ended, also where that was cut off.
package struct Voice: Sendable {
  /// Whether it speaks, and what.
  private enum State {
    /// There is none.
    case absent
    case quiet
    case speaking(Phrase, next: Phrase?)
    /// It was told to be silent and has not ended yet.
    case silenced(next: Phrase?)
  }

  /// A shutdown waits so long for the end of a sentence.
  static let farewell = Duration.seconds(4)

  /// Why it could not say its latest sentence; nil while it can.
  private(set) var problem: Phrase?
  private var state: State
  private var isConfigured: Bool
  private var situation = Situation.off
  /// Whether becoming ready is to be told.
  private var isReadyNews = false
  /// Whether it keeps quiet, whatever there is to say.
  private var isHushed = false
  /// What is said before it keeps quiet.
  private var introduction: Phrase?
  /// The newest sentence since it keeps quiet.
  private var kept: Phrase?

  /// A voice that is quiet, or none.
  init(isConfigured: Bool) {
    self.isConfigured = isConfigured
    state = isConfigured ? .quiet : .absent
  }

  /// Whether people can be told something by it.
  var speaks: Bool { isConfigured && problem == nil }

  /// Whether a sentence is being said that is to be heard.
  var isSpeaking: Bool {
    switch state {
    case .absent, .quiet, .silenced: false
    case .speaking: true
    }
  }

  /// Whether it is saying `phrase`, or will when the sentence under way has ended.
  func says(_ phrase: Phrase) -> Bool {
    switch state {
    case .absent, .quiet: false
    case .speaking(let current, let next): current == phrase || next == phrase
    case .silenced(let next): next == phrase
    }
  }

  /// Time until `phrase` has been said by a slow voice, after what it is saying now; nothing without a voice.
  func time(toSay phrase: Phrase) -> Duration {
    guard speaks else { return .zero }
    var text = phrase.spoken.english
    if case .speaking(let current, _) = state { text += " \(current.spoken.english)" }
    return Voice.wordTime * text.split(separator: " ").count
  }

  /// Time for a word of a slow voice, which speaks 150 a minute.
  package static let wordTime = Duration.milliseconds(400)

  /// Says `phrase`, at once or when the sentence under way has ended.
  mutating func say(_ phrase: Phrase, _ steps: inout Steps) {
    if isHushed { kept = phrase } else { utter(phrase, &steps) }
  }

  /// Keeps `phrase` for when it is next to keep quiet: that is said all the same, and nothing after it.
  mutating func introduce(_ phrase: Phrase) {
    introduction = phrase
  }

  private mutating func utter(_ phrase: Phrase, _ steps: inout Steps) {
    switch state {
    case .absent: break
    case .quiet: begin(phrase, &steps)
    // What is being said is not said again.
    case .speaking(phrase, _): break
    case .speaking(let current, _): state = .speaking(current, next: phrase)
    case .silenced: state = .silenced(next: phrase)
    }
  }

  /// Says no more of `phrase`, which is true no longer; whatever else waits is said.
  mutating func drop(_ phrase: Phrase, _ steps: inout Steps) {
    if kept == phrase { kept = nil }
    switch state {
    case .speaking(phrase, let next):
      steps.add(.voice(.silence))
      state = .silenced(next: next == phrase ? nil : next)
    case .speaking(let current, phrase): state = .speaking(current, next: nil)
    case .silenced(phrase): state = .silenced(next: nil)
    case .absent, .quiet, .speaking, .silenced: break
    }
  }

  /// Says no more of what it is saying, and nothing of what waits.
  mutating func silence(_ steps: inout Steps) {
    kept = nil
    switch state {
    case .absent, .quiet: break
    case .speaking:
      steps.add(.voice(.silence))
      state = .silenced(next: nil)
    case .silenced: state = .silenced(next: nil)
    }
  }

  /// Keeps quiet while a clip is recorded; afterwards it says the newest of what there was to say.
  mutating func hush(_ isWanted: Bool, _ steps: inout Steps) {
    guard isWanted != isHushed else { return }
    isHushed = isWanted
    defer { introduction = nil }
    if isWanted {
      silence(&steps)
      if let introduction { utter(introduction, &steps) }
      return
    }
    defer { kept = nil }
    if let kept { say(kept, &steps) }
  }

  /// Its sentence has ended; `problem` is why people have not heard it, or not all of it.
  ///
  /// - Returns: the sentence, where they have heard all of it.
  @discardableResult
  mutating func ended(_ problem: Phrase?, _ steps: inout Steps) -> Phrase? {
    switch state {
    case .absent, .quiet: return nil
    case .speaking(let sentence, let next):
      if let problem, problem != self.problem { steps.log(.warning, "Voice", problem) }
      self.problem = problem
      goOn(with: next, &steps)
      return problem == nil ? sentence : nil
    // One that was cut off has proved nothing.
    case .silenced(let next):
      goOn(with: next, &steps)
      return nil
    }
  }

  /// The configuration was read again.
  mutating func adopt(_ settings: Settings, _ steps: inout Steps) {
    isConfigured = settings.hasVoice
    problem = nil
    switch state {
    case .absent: if isConfigured { state = .quiet }
    case .quiet: if !isConfigured { state = .absent }
    case .speaking, .silenced: if !isConfigured { silence(&steps) }
    }
  }

  /// Says that the camera is ready, where that is news: after a start or a fault.
  mutating func enter(_ situation: Situation, _ steps: inout Steps) {
    guard situation != self.situation else { return }
    self.situation = situation
    let isNews = isReadyNews
    isReadyNews = situation.makesReadyNews ?? isReadyNews
    switch situation {
    case .ready, .storageLow: if isNews { say(.voiceReady, &steps) }
    case .shuttingDown, .fault, .asked, .recording, .counting, .storing, .starting, .resuming,
      .paused, .off:
      break
    }
  }

  private mutating func begin(_ phrase: Phrase, _ steps: inout Steps) {
    steps.add(.voice(.say(phrase.spoken)))
    state = .speaking(phrase, next: nil)
  }

  private mutating func goOn(with next: Phrase?, _ steps: inout Steps) {
    state = isConfigured ? .quiet : .absent
    if let next { say(next, &steps) }
  }
}

extension Voice {
  /// What status says of it; nothing to people who have none.
  var status: StatusEntry {
    guard isConfigured else { return StatusEntry("voice", json: .null) }
    return StatusEntry(
      "voice", [problem ?? Phrase("status.voice", "Voice: it speaks.")],
      json: .string(problem == nil ? "works" : "fails"))
  }
}

extension Phrase {
  static let voiceReady = Phrase("voice.ready", "Ready.")
}
