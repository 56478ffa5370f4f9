import Testing

@testable import Core

/// What the voice makes of sentences, presses and ends, by itself.
@Suite struct VoiceTests {
  private static let one = Phrase("test.one", "One.")
  private static let two = Phrase("test.two", "Two.")
  private static let three = Phrase("test.three", "Three.")
  private static let broken = Phrase("test.broken", "It is broken.")

  private var voice = Voice(isConfigured: true)
  private var steps = Steps()

  /// What was asked of the voice and the log since the last call.
  private mutating func effects() -> [Effect] { steps.drain(at: .zero) }

  @Test mutating func aSentenceIsSaidAtOnce() {
    voice.say(Self.one, &steps)
    #expect(effects() == [.voice(.say(Self.one))])
  }

  @Test mutating func theNewestOfThoseThatWaitIsSaidNext() {
    for phrase in [Self.one, Self.two, Self.three] { voice.say(phrase, &steps) }
    #expect(effects() == [.voice(.say(Self.one))])
    voice.ended(nil, &steps)
    #expect(effects() == [.voice(.say(Self.three))])
    voice.ended(nil, &steps)
    #expect(effects() == [])
  }

  @Test mutating func whatIsBeingSaidIsNotSaidTwice() {
    voice.say(Self.one, &steps)
    voice.say(Self.one, &steps)
    _ = effects()
    voice.ended(nil, &steps)
    #expect(effects() == [])
  }

  @Test mutating func whatIsBeingSaidTakesNoPlaceOfWhatWaits() {
    for phrase in [Self.one, Self.two, Self.one] { voice.say(phrase, &steps) }
    _ = effects()
    voice.ended(nil, &steps)
    #expect(effects() == [.voice(.say(Self.two))])
  }

  @Test mutating func silenceCutsOffAndForgetsWhatWaits() {
    voice.say(Self.one, &steps)
    voice.say(Self.two, &steps)
    _ = effects()
    voice.silence(&steps)
    #expect(effects() == [.voice(.silence)])
    voice.ended(nil, &steps)
    #expect(effects() == [])
  }

  @Test mutating func aSecondSilenceForgetsWhatCameSince() {
    voice.say(Self.one, &steps)
    voice.silence(&steps)
    voice.say(Self.two, &steps)
    voice.silence(&steps)
    #expect(effects() == [.voice(.say(Self.one)), .voice(.silence)])
    voice.ended(nil, &steps)
    #expect(effects() == [])
  }

  @Test mutating func whatComesAfterSilenceWaitsForTheEnd() {
    voice.say(Self.one, &steps)
    voice.silence(&steps)
    _ = effects()
    voice.say(Self.one, &steps)
    #expect(effects() == [])
    voice.ended(nil, &steps)
    #expect(effects() == [.voice(.say(Self.one))])
  }

  @Test mutating func aQuietVoiceHasNothingToSilence() {
    voice.silence(&steps)
    #expect(effects() == [])
  }

  @Test mutating func withoutAVoiceNothingIsAskedOfIt() {
    voice = Voice(isConfigured: false)
    voice.enter(.starting, &steps)
    voice.enter(.ready, &steps)
    voice.say(Self.one, &steps)
    voice.silence(&steps)
    #expect(effects() == [])
    #expect(!voice.speaks)
  }

  @Test mutating func itsTroubleIsLoggedOnce() {
    for _ in 1...3 {
      voice.say(Self.one, &steps)
      voice.ended(Self.broken, &steps)
    }
    let logged = effects().filter { if case .service = $0 { true } else { false } }
    #expect(logged == [.service(.log(.warning, speaker: "Voice", Self.broken))])
    #expect(!voice.speaks)
    #expect(voice.status.sentences == [Self.broken])
  }

  @Test mutating func oneThatSpeaksAgainIsWell() {
    voice.say(Self.one, &steps)
    voice.ended(Self.broken, &steps)
    voice.say(Self.two, &steps)
    voice.ended(nil, &steps)
    #expect(voice.speaks)
  }

  @Test mutating func aSentenceThatWasCutOffProvesNothing() {
    voice.say(Self.one, &steps)
    voice.ended(Self.broken, &steps)
    voice.say(Self.two, &steps)
    voice.silence(&steps)
    voice.ended(nil, &steps)
    #expect(!voice.speaks)
  }

  @Test mutating func becomingReadyIsToldAfterAStartOrFault() {
    let situations: [Situation] = [
      .starting, .ready, .storing, .ready, .paused, .resuming, .ready, .fault, .ready,
    ]
    var said = 0
    for situation in situations {
      voice.enter(situation, &steps)
      said += effects().filter { $0 == .voice(.say(.voiceReady)) }.count
      voice.ended(nil, &steps)
    }
    #expect(said == 2)
  }

  @Test mutating func oneThatIsTakenAwayIsSilenced() {
    voice.say(Self.one, &steps)
    _ = effects()
    voice.adopt(Settings(), &steps)
    #expect(effects() == [.voice(.silence)])
    voice.ended(nil, &steps)
    voice.say(Self.two, &steps)
    #expect(effects() == [])
  }
}
