import Testing

@testable import Core

/// A contact that closes for less than 10 ms in all, by which nobody presses.
@Suite struct SpikeTests {
  private func spike(_ seconds: Double) -> [Cue] { Cue.press(seconds, hold: 0.001) }

  @Test(arguments: [0.0001, 0.001, 0.009, 0.00999])
  func aSpikeInACountdownLetsItRun(length: Double) {
    let run = Recording([Cue.press(5), Cue.press(6.5, hold: length)])
    #expect(run.stored.map(\.planned) == [.at(8)])
    #expect(run.announced == ["shutter.counting", "photo.stored"])
    #expect(run.machine.button.noiseCount == 1)
  }

  @Test(arguments: [0.010, 0.012, 0.029, 0.030, 0.1])
  func aTapOfAFingerCancelsIt(length: Double) {
    let run = Recording([Cue.press(5), Cue.press(6.5, hold: length)])
    #expect(run.kept.isEmpty)
    #expect(run.announcement(of: "shutter.cancelled") == .at(6.51))
    #expect(run.machine.button.noiseCount == 0)
  }

  @Test(arguments: [0.0, 3])
  func aSpikeWhileReadyBeginsNothing(countdown: Double) {
    let run = Recording(.board { $0.countdown = .seconds(countdown) }, [spike(5)])
    #expect(run.stored.isEmpty)
    #expect(run.announced.isEmpty)
    #expect(run.kept.map(\.id) == run.dropped)
  }

  @Test func aSpikeIsHeardAllTheSame() {
    let run = Recording([spike(5)])
    #expect(run.buzzer(from: 5, to: 5.05) == [10, -40])
    #expect(run.light(from: 5, to: 5.06).contains(30))
  }

  @Test func aBouncingFingerIsOneThatWasThereForLongEnoughInAll() {
    let bounces = Cue.press(6, hold: 0.004) + Cue.press(6.008, hold: 0.004)
    #expect(Recording([Cue.press(5), bounces]).stored.count == 1)
    let finger = Cue.press(6, hold: 0.004) + Cue.press(6.008, hold: 0.1)
    let run = Recording([Cue.press(5), finger])
    #expect(run.kept.isEmpty)
    #expect(run.announcement(of: "shutter.cancelled") == .at(6.014))
  }

  @Test func aFingerThatComesAmidASpikesEchoIsHeard() {
    let run = Recording([Cue.press(5), spike(6), Cue.press(6.025)])
    #expect(run.kept.isEmpty)
    #expect(run.announcement(of: "shutter.cancelled") == .at(6.034))
  }

  @Test func whatFallsDueBeforeThePressIsKnownIsTakenIfItWasNone() {
    let run = Recording([Cue.press(5), spike(7.99)])
    #expect(run.stored.map(\.planned) == [.at(8)])
    #expect(run.dropped.isEmpty)
    #expect(run.announced == ["shutter.counting", "photo.stored"])
  }

  @Test func whatFallsDueAfterAFingersFirstEdgeIsCancelledByIt() {
    let run = Recording([Cue.press(5), Cue.press(7.995)]) { $0.camera.period = .milliseconds(1) }
    #expect(run.kept.map(\.planned) == [.at(8)])
    #expect(run.dropped == run.kept.map(\.id))
    #expect(run.stored.isEmpty)
    #expect(run.announced == ["shutter.counting", "shutter.cancelled"])
  }

  @Test func whatAConsoleBeginsMeanwhileIsNotWhatAPressCancels() {
    let lines = Cue.line("cancel", at: 6.002) + Cue.line("snap --in 5", at: 6.004)
    let run = Recording([Cue.press(5), Cue.press(6), lines])
    #expect(run.stored.map(\.planned) == [.at(11.004)])
  }

  @Test func aSpikeDoesNotEndAClip() throws {
    let run = Recording([Cue.line("clip start", at: 5), spike(8), Cue.press(10)])
    #expect(run.finished == [.at(10.03)])
    for (one, next) in zip(run.appended, run.appended.dropFirst()) {
      #expect(next - one == .milliseconds(40))
    }
    #expect(run.held == [.at(8), nil, .at(10)])
  }

  @Test func aClipThatEndsAnotherWayMeanwhileHasAllOfIt() {
    let run = Recording([
      Cue.line("clip start", at: 5), Cue.press(8), Cue.line("clip stop", at: 8.005),
    ])
    #expect(run.held == [.at(8), nil])
    #expect(run.announced.filter { $0 == "clip.stopped" }.count == 1)
  }

  @Test func aSpikeBetweenTwoClicksDoesNotMakeThemThree() {
    let run = Recording([Cue.press(5), spike(5.25), Cue.press(5.4)])
    #expect(run.announced.first == "clip.wanted")
  }

  @Test func aPressAtTheEndOfTheGapBelongsToTheGestureThoughItIsFeltLater() {
    let run = Recording([Cue.press(5), Cue.press(5.445)])
    #expect(run.announced.first == "clip.wanted")
  }

  @Test func aSpikeAtTheStartLeavesTheCountdownThatIsConfigured() {
    let settings = Settings.board { $0.start = .countdown }
    let run = Recording(settings, [spike(0.09)])
    #expect(run.stored.count == 1)
    #expect(run.stored.first?.series.requester == .start)
  }

  @Test func spikesKeepNoBoardAwake() throws {
    let spikes = (0..<50).map { spike(1 + Double($0)) }
    let run = Recording(.board { $0.idleAfter = .seconds(30) }, spikes, until: 60) {
      $0.sceneChange = 0
    }
    let paused = try #require(run.announcement(of: "capture.paused.idle"))
    #expect(paused < .at(35))
  }

  @Test func aButtonThatBreaksAmidAPressHasPressedNothing() {
    let broken = Failure(.button, Phrase("test.broken", "It is broken."))
    let run = Recording([
      Cue.press(5), [Cue.press(7.99)[0]], Cue.failed(broken, at: 7.995),
    ])
    #expect(run.stored.map(\.planned) == [.at(8)])
  }

  @Test func statusCountsSpikes() {
    let run = Recording([spike(5), spike(6), Cue.line("status", at: 7)])
    #expect(run.said().joined().contains("Contacts too short for a finger: 2."))
  }

  @Test func moreThanThreeQuickPressesMeanNothingAndThatIsSaid() {
    let presses = (0..<5).map { Cue.press(5 + Double($0) * 0.3) }
    let run = Recording(presses)
    #expect(run.announced == ["button.too-many"])
    #expect(run.stored.isEmpty)
    #expect(run.changes.isEmpty)
  }

  @Test func tooManyPressesWithAHoldShutDownInTheEnd() {
    let presses = (0..<3).map { Cue.press(5 + Double($0) * 0.3) }
    let run = Recording(presses + [Cue.press(5.9, hold: 7)])
    #expect(run.announced == ["button.too-many", "machine.shutdown-by-button"])
  }
}

extension Recording {
  /// Since when frames of a clip waited in memory.
  fileprivate var held: [Instant?] {
    entries.compactMap { entry -> Instant?? in
      if case .clip(.hold(let since)) = entry.effect { .some(since) } else { nil }
    }
  }
}
