import Testing

@testable import Core

/// What is spoken, by the machine as a whole.
@Suite struct SpeakingTests {
  private static func settings(_ change: (inout Settings) -> Void = { _ in }) -> Settings {
    .board {
      $0.hasVoice = true
      change(&$0)
    }
  }

  private static let status = settings { $0.gestures.longPress = .sayStatus }

  @Test func aPhotoIsSpokenOfFromReadyToStored() {
    let run = Recording(Self.settings(), [Cue.press(5)])
    #expect(run.spoken == ["voice.ready", "photo.stored"])
  }

  @Test func withoutAVoiceNothingIsSpoken() {
    let run = Recording([Cue.press(5)])
    #expect(run.spoken == [])
    #expect(!run.effects.contains(.voice(.silence)))
  }

  @Test func aPressSilencesIt() {
    let run = Recording(Self.settings(), [Cue.line("thing use 2", at: 5), Cue.press(5.5)]) {
      $0.speechTime = .seconds(4)
    }
    #expect(run.times(of: .voice(.silence)) == [.at(5.51)])
    #expect(run.spoken == ["voice.ready", "test.changed", "photo.stored"])
  }

  @Test func aPressWhileItIsQuietAsksNothingOfIt() {
    let run = Recording(Self.settings(), [Cue.press(5)])
    #expect(!run.effects.contains(.voice(.silence)))
  }

  @Test func theAnswerToAPressComesAfterTheSilence() {
    let run = Recording(Self.settings(), [Cue.press(5), Cue.press(6)]) {
      $0.speechTime = .seconds(30)
    }
    #expect(run.times(of: .voice(.silence)).count == 1)
    #expect(run.spoken == ["voice.ready", "shutter.cancelled"])
  }

  @Test func theQuestionAndItsAnswerAreSpoken() {
    let run = Recording(Self.settings(), [Cue.press(5, hold: 2), Cue.press(9)])
    #expect(run.spoken == ["voice.ready", "undo.asked", "undo.photo-done"])
  }

  @Test func aRefusalIsSpoken() {
    let run = Recording(Self.settings(), [Cue.press(5)]) {
      $0.measurements.space = Space(free: 1, total: 100)
    }
    #expect(run.spoken.contains("storage.low"))
  }

  @Test func aFaultIsSpokenAndItsEnd() {
    let run = Recording(Self.settings(), []) { $0.openingFailures[.camera] = (.busyCamera, 1) }
    #expect(run.spoken == [Failure.busyCamera.phrase.key, "voice.ready"])
  }

  @Test func pausesBecauseNothingMovesAreNotSpoken() {
    let run = Recording(Self.settings { $0.idleAfter = .seconds(5) }, []) { $0.sceneChange = 0 }
    #expect(run.announced.contains("capture.paused.idle"))
    #expect(run.spoken == ["voice.ready"])
  }

  @Test(arguments: [(2.5, 12.5), (30, 15), (0.5, 11)] as [(Double, Double)])
  func aShutdownIsSpokenToItsEndIfThatIsSoon(sentence: Double, end: Double) {
    let run = Recording(Self.settings(), [Cue.line("shutdown --yes", at: 10)]) {
      $0.speechTime = .milliseconds(Int(sentence * 1000))
    }
    #expect(run.spoken.last == (sentence < 10 ? "machine.shutdown-by-console" : "voice.ready"))
    #expect(run.world.now == .at(end))
  }

  @Test func aVoiceThatFailsForbidsNoPhoto() {
    let problem = Phrase("test.broken", "It is broken.")
    let run = Recording(Self.settings(), [Cue.press(5), Cue.line("status", at: 15)]) {
      $0.voiceProblem = problem
    }
    #expect(run.stored.count == 1)
    #expect(run.said().last?.contains("It is broken.") == true)
    #expect(run.machine.situation == .off && run.machine.faults.isEmpty)
  }

  @Test func withAVoiceTheNextThingIsOneThatIsThere() {
    let clicks = Cue.press(5) + Cue.press(5.3) + Cue.press(5.6)
    #expect(
      Recording(Self.settings(), [clicks]).changes == [.nextThing(goesThrough: true)])
    #expect(Recording([clicks]).changes == [.nextThing(goesThrough: false)])
    let broken = Recording(Self.settings(), [clicks]) {
      $0.voiceProblem = Phrase("test.broken", "It is broken.")
    }
    #expect(broken.changes == [.nextThing(goesThrough: false)])
  }

  @Test func theStatusIsSpokenAndAnnounced() {
    let run = Recording(Self.status, [Cue.press(5, hold: 2)])
    let sentence = "Thing 1, Unsorted. Pieces: 0. Camera: ready. Room: 20.0 GB free."
    #expect(run.sentences.last == sentence)
    #expect(run.announced == ["sentence.followed"])
    #expect(run.light(from: 6.2, to: 12).filter { $0 == 500 }.isEmpty)
    #expect(run.kept.isEmpty)
  }

  @Test func withoutAVoiceLightAndBuzzerCount() {
    let run = Recording(.board { $0.gestures.longPress = .sayStatus }, [Cue.press(5, hold: 2)]) {
      $0.facts.thing.number = 2
      $0.facts.thing.pieceCount = 13
    }
    let sign = [80, -420, 80, -420, 500, -420, 80, -420, 80, -420, 80]
    #expect(run.showings(of: sign, by: .light).count == 1)
    #expect(run.showings(of: sign, by: .buzzer).count == 1)
  }

  @Test func aPressEndsTheCounting() {
    let run = Recording(
      .board { $0.gestures.longPress = .sayStatus }, [Cue.press(5, hold: 2), Cue.press(8)]
    ) {
      $0.facts.thing.number = 10
      $0.facts.thing.pieceCount = 10
    }
    #expect(run.shows([80, -420, 80], by: .buzzer, from: 6, to: 8))
    #expect(!run.shows([80, -420, 80], by: .buzzer, from: 8, to: 20))
    #expect(run.stored.count == 1)
  }

  @Test func aStatusThatWaitsForNobodyTakesNoPhoto() {
    let run = Recording(Self.status, [Cue.press(5, hold: 2)])
    #expect(run.stored.isEmpty && run.dropped.isEmpty)
  }
}

extension Recording {
  /// The keys of what was spoken, in part or whole.
  var spoken: [String] { phrases.map(\.key) }

  /// The sentences that were spoken, in part or whole.
  var sentences: [String] { phrases.map(\.english) }

  private var phrases: [Phrase] {
    entries.compactMap { if case .voice(.say(let phrase)) = $0.effect { phrase } else { nil } }
  }
}
