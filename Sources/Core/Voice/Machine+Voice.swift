/// What people hear: from what the turn has said, and when they ask for it.
extension Machine {
  mutating func receive(_ event: Event.Voice) {
    switch event {
    case .ended: if let phrase = voice.ended(nil, &steps) { heard(phrase) }
    case .failed(let problem): voice.ended(problem, &steps)
    }
  }

  /// People have heard all of `phrase`.
  private mutating func heard(_ phrase: Phrase) {
    let now = now
    asking.withBoard { $0.heard(phrase, at: now) }
  }

  /// Has the turn's sentences spoken.
  mutating func settleVoice() {
    // A question that is over offers nothing any more.
    if let stale = asking.takeStale() { voice.drop(stale, &steps) }
    voice.hush(recorder.isRecording, &steps)
    for phrase in steps.drainSentences() { voice.say(phrase, &steps) }
    voice.enter(situation, &steps)
  }

  /// Tells whoever can't look at a console how things are; without a voice light and buzzer tell of thing and
  /// pieces.
  mutating func sayStatus() {
    steps.report(.info, "Button", spokenStatus)
    steps.speak(spokenStatus)
    guard !voice.speaks, let thing = mirror.thing else { return }
    steps.show(.sign(.status(thing: thing.number, pieces: thing.pieceCount)))
  }

  private var spokenStatus: Phrase {
    let camera = Phrase("voice.state", "Camera: \(situation.word).")
    return .followed(spokenThing, spokenRoom.map { .followed(camera, $0) } ?? camera)
  }

  private var spokenThing: Phrase {
    guard let thing = mirror.thing else { return .statusNoStore }
    return Phrase(
      "voice.thing", "Thing \(thing.number), \(thing.label). Pieces: \(thing.pieceCount).")
  }

  private var spokenRoom: Phrase? {
    hindrances.storage.space.map { Phrase("voice.room", "Room: \(Figures.bytes($0.free)) free.") }
  }
}
