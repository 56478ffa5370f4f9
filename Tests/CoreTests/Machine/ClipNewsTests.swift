import Testing

@testable import Core

/// What people at consoles, light, buzzer and voice have of clips.
@Suite struct ClipNewsTests {
  @Test func whoeverStopsItHearsWhatItHasBecome() {
    let run = Recording([Cue.line("clip start", at: 5), Cue.line("clip stop", at: 8, from: 2)])
    let news = Effect.console(.announce(.clipStored(1, "2.0"), to: SessionID(number: 2)))
    #expect(run.times(of: news).count == 1)
    #expect(run.answered(2) == 1)
  }

  @Test func aProgramThatStopsItGetsOneObject() throws {
    let run = Recording([
      Cue.line("clip start --json", at: 5), Cue.line("clip stop --json", at: 8, from: 2),
    ])
    #expect(run.said() == [#"{"state":"awaiting","seconds":null}"#])
    let answer = try #require(run.said(to: 2).first)
    #expect(answer.hasPrefix(#"{"id":"id1","number":1,"#))
    #expect(answer.hasSuffix(#""frames":3,"length_s":2.0,"dropped":1}"#))
  }

  @Test func discardingEndsAndDeletesItUndoably() {
    let run = Recording([Cue.line("clip start", at: 5), Cue.line("clip discard", at: 8, from: 2)])
    #expect(run.changes == [.deletePieces([1], isForGood: false)])
    #expect(run.answered(2) == 1)
  }

  @Test func severalThatDiscardItDeleteItOnce() {
    let discards = (2...4).flatMap { Cue.line("clip discard", at: 8, from: $0) }
    let run = Recording([Cue.line("clip start", at: 5), discards])
    #expect(run.changes.count == 1)
    for session in 2...4 { #expect(run.answered(session) == 1) }
  }

  @Test func whoeverStopsNoneIsToldSo() {
    let run = Recording([Cue.line("clip stop", at: 5), Cue.line("clip discard", at: 6, from: 2)])
    #expect(run.said() == [Phrase.clipNone.english])
    #expect(run.said(to: 2) == [Phrase.clipNone.english])
  }

  @Test func oneThatFailsAnswersWhoeverWaitsForIt() {
    let run = Recording([Cue.line("clip start", at: 5), Cue.line("clip stop", at: 8, from: 2)]) {
      $0.clipOutage = (.refusedClip, .at(8))
    }
    let told = run.effects.filter { effect in
      guard case .console(.announce(let news, SessionID(number: 2))) = effect else { return false }
      return news.key == "clip.failed"
    }
    #expect(told.count == 1)
    #expect(run.answered(2) == 1)
    let failed = Effect.console(.outcome(.failed, of: SessionID(number: 2)))
    #expect(run.times(of: failed).count == 1)
  }

  /// No frame has come yet, so that nothing is left of it.
  @Test(arguments: [("clip discard", 0), ("clip stop", 1)])
  func whoeverWantedItGoneHasNotFailed(line: String, failures: Int) {
    let run = Recording([Cue.line("clip start", at: 0.01), Cue.line(line, at: 0.02, from: 2)]) {
      $0.settling = .seconds(2)
    }
    let news = failures == 0 ? "clip.not-begun" : "clip.failed"
    #expect(run.announced.contains(news) && run.answered(2) == 1)
    let failed = Effect.console(.outcome(.failed, of: SessionID(number: 2)))
    #expect(run.times(of: failed).count == failures)
  }

  @Test func aPhotoThatFailedBeforeALongOneIsShownAfterIt() {
    let run = Recording(
      [Cue.line("snap --in 0", at: 5), Cue.line("clip start", at: 5.2), Cue.press(22)], until: 32
    ) {
      $0.unstored = [1]
    }
    #expect(run.announced.contains("photo.failed"))
    #expect(run.showings(of: .refusedSign, by: .light).count == 1)
  }

  @Test func aWrongWordIsExplained() {
    let run = Recording([Cue.line("clip stat", at: 5)])
    #expect(run.said() == [Phrase.clipUnknown("stat").english])
  }

  @Test func theLightIsSolidWithAWinkEveryFiveSeconds() {
    let run = Recording([Cue.line("clip start", at: 5)])
    #expect(run.light(from: 5.2, to: 15.4) == [4820, -80, 4920, -80, 300])
  }

  @Test func theBuzzerSoundsOnceAtTheStart() {
    let run = Recording([Cue.line("clip start", at: 5)])
    let sounds = run.buzzer(from: 5, to: 15).filter { (length: Int) in length > 0 }
    #expect(sounds == [500])
  }

  @Test func theVoiceKeepsQuietWhileItIsRecordedAndThenSaysTheNewest() {
    let settings = Settings.board { $0.hasVoice = true }
    let run = Recording(
      settings, [Cue.line("clip start", at: 5), Cue.signal(.snap, at: 6), Cue.press(8)])
    let spoken = run.entries.compactMap { entry -> (Instant, String)? in
      if case .voice(.say(let phrase)) = entry.effect { (entry.at, phrase.key) } else { nil }
    }
    let early = spoken.filter { (at: Instant, _: String) in at > .at(5) && at < .at(8) }
    #expect(early.isEmpty)
    #expect(spoken.last?.1 == "clip.stored")
  }

  @Test func aMovementOfCountdownOnWakeDoesNotInterfere() {
    let settings = Settings.board {
      $0.start = .countdown
      $0.countdown = .seconds(1)
    }
    let run = Recording(settings, [Cue.line("clip start", at: 0.01)]) { $0.settling = .seconds(2) }
    #expect(run.stored.isEmpty)
    #expect(run.begun.count == 1)
  }
}
