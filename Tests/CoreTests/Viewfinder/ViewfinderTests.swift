import Testing

@testable import Core

@Suite struct ViewfinderTests {
  private let session = SessionID(number: 1)

  @Test func itIsDrawnAtLeastOncePerSecondAndAtMostTenTimes() {
    let run = Recording([Cue.line("view on", at: 5)], until: 10)
    let times = run.drawings.map(\.at)
    #expect((4 * 10...5 * 10 + 1).contains(times.count), "it is drawn \(times.count) times")
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= Viewfinder.period })
    #expect(run.answered() == 1)
  }

  @Test func whoeverJoinsMakesItNoQuickerForTheOthers() {
    let joins = (0..<3).map { Cue.line("view on", at: 5 + 0.03 * Double($0), from: $0 + 1) }
    let times = Set(Recording(joins, until: 8).drawings.map(\.at)).sorted()
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= Viewfinder.period })
  }

  @Test func whereNothingIsEverDrawnThatIsSaidAtOnce() {
    let reason = Phrase("test.lines", "There are only lines here.")
    let run = Recording([Cue.line("view on", at: 5)], until: 5.5) { $0.undrawable = reason }
    #expect(run.said() == [reason.english])
    #expect(run.answered() == 1 && run.drawings.isEmpty)
  }

  @Test func nobodyWhoDoesNotWantItCostsAnything() {
    #expect(Recording([Cue.press(5)], until: 20).drawings.isEmpty)
  }

  @Test func aPausedCameraIsACardOnceASecond() {
    let run = Recording([Cue.line("pause", at: 5), Cue.line("view on", at: 6)], until: 16)
    let scenes = run.drawings.filter { $0.at > .at(7) }
    #expect((8...10).contains(scenes.count), "it is drawn \(scenes.count) times")
    #expect(
      Recording(
        [Cue.line("pause", at: 5), Cue.line("view on", at: 6), Cue.line("view", at: 8, from: 2)],
        until: 9
      ).said(to: 2) == [Phrase.viewPaused.english])
    #expect(
      scenes.allSatisfy { $0.scene.subject == .card([.statusCapture(Phrase.pausedWord)]) })
  }

  @Test func anIdleCameraSaysForHowLongNothingHasMoved() throws {
    let settings = Settings.board {
      $0.roles.insert(.accelerometer)
      $0.idleAfter = .seconds(5)
    }
    let jolt = [Cue(.accelerometer(.jolted(stamped: .at(3))), at: .at(3))]
    let run = Recording(settings, [Cue.line("view on", at: 2), jolt], until: 40) {
      $0.sensing = Sensing(by: .buffer, hasEvents: true)
    }
    let paused = try #require(run.announcement(of: "capture.paused.idle"))
    let cards = run.drawings.filter { $0.at > paused }
    #expect(cards.count > 20)
    for card in cards {
      #expect(card.scene.subject == .card([.pausedIdle((card.at - .at(3)).inWords)]))
    }
  }

  @Test func theCountdownIsShownAndTheLastMomentIsTheCameras() {
    let run = Recording([Cue.line("view on", at: 2), Cue.press(5)], until: 12)
    let counts = run.drawings.compactMap(\.scene.countdown)
    #expect(Array(Set(counts)).sorted() == [1, 2, 3])
    let dark = run.drawings.filter { $0.at > .at(7.8) && $0.at < .at(8) }
    #expect(dark.isEmpty)
  }

  @Test func aFrameThatIsDueComesBeforeADrawing() throws {
    let run = Recording([Cue.line("view on", at: 2), Cue.press(5)], until: 12) {
      $0.camera.period = .milliseconds(190)
    }
    let kept = try #require(run.entries.first { $0.effect.keepsFrame }).at
    #expect(kept > .at(8))
    #expect(run.drawings.allSatisfy { $0.at <= .at(7.8) || $0.at >= kept })
  }

  @Test func aPhotoWithoutAFrameDoesNotStopIt() {
    let run = Recording([Cue.line("view on", at: 2), Cue.press(5)], until: 9) {
      $0.camera.hangsAt = .at(7.9)
    }
    let times = run.drawings.map(\.at).filter { $0 > .at(7.8) }
    #expect(times.first.map { $0 > .at(8.2) && $0 <= .at(8.8) } == true)
  }

  @Test func betweenTwoPhotosOfAQuickSeriesItIsDrawnOnceASecond() throws {
    let run = Recording(
      [Cue.line("view on", at: 2), Cue.line("snap --in 0 --count 60 --every 0.1", at: 5, from: 2)],
      until: 10.5
    ) { $0.drawingTime = .milliseconds(12) }
    let times = run.drawings.map(\.at).filter { $0 > .at(5.2) }
    #expect((4...5).contains(times.count), "it is drawn \(times.count) times")
    for time in times {
      let sinceStart = (time - .at(5)).nanoseconds % 100_000_000
      #expect(sinceStart <= 88_000_000, "it is done when the next photo is due")
    }
    #expect(run.kept.count >= 54)
  }

  @Test func aDrawingThatDoesNotFitWaitsForTheEndOfAQuickSeries() {
    let run = Recording(
      [Cue.line("view on", at: 2), Cue.line("snap --in 0 --count 60 --every 0.1", at: 5, from: 2)],
      until: 14
    ) { $0.drawingTime = .milliseconds(55) }
    let times = run.drawings.map(\.at).filter { $0 > .at(5.2) }
    #expect(times.first.map { $0 > .at(10.9) } == true)
  }

  @Test func aDrawingHasHalfOfTheTimeAtMost() {
    let run = Recording([Cue.line("view on", at: 5)], until: 15) {
      $0.drawingTime = .milliseconds(150)
    }
    let times = run.drawings.map(\.at)
    #expect(times.count > 20)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= .milliseconds(300) })
  }

  @Test func theNewPieceStandsUntilTheNextPress() {
    let run = Recording([Cue.line("view on", at: 2), Cue.press(5), Cue.press(12)], until: 14)
    let pieces = run.drawings.filter {
      $0.scene.subject == .piece(ViewfinderScene.Piece(1, still: nil))
    }
    #expect(pieces.first.map { $0.at < .at(8.5) } == true)
    #expect(pieces.last.map { $0.at < .at(12.7) } == true)
  }

  @Test(arguments: [ViewfinderKey.character("q"), .escape])
  func aKeyLeaves(key: ViewfinderKey) {
    let run = Recording([Cue.line("view on", at: 5), Cue.key(key, at: 6)], until: 10)
    #expect(run.times(of: .console(.endScreen(session))) == [.at(6)])
    #expect(run.drawings.allSatisfy { $0.at <= .at(6) })
  }

  @Test func whoIsGoneIsDrawnForNoLonger() {
    let run = Recording([Cue.line("view on", at: 5), Cue.interrupted(at: 6)], until: 10)
    #expect(run.drawings.allSatisfy { $0.at <= .at(6) })
  }

  @Test func theSpaceBarPressesTheButton() {
    let run = Recording(
      [Cue.line("view on", at: 2), Cue.key(.character(" "), at: 5)], until: 12)
    #expect(run.stored.count == 1)
  }

  @Test func theSpaceBarSaysYesToTheButtonsQuestion() {
    let run = Recording(
      [Cue.line("view on", at: 2), Cue.press(5, hold: 2), Cue.key(.character(" "), at: 8)],
      until: 14)
    #expect(run.changes.count == 1 && run.announced.contains("undo.photo-done"))
    #expect(run.stored.isEmpty)
    #expect(run.answered() == 1)
  }

  @Test func theSpaceBarCancelsWhatItBegan() {
    let keys = [5.0, 6].flatMap { Cue.key(.character(" "), at: $0) }
    let run = Recording([Cue.line("view on", at: 2), keys], until: 12)
    #expect(run.stored.isEmpty)
  }

  @Test(arguments: [Action.photo, .clip, .none])
  func theSpaceBarIsAClickOfTheProfile(action: Action) {
    let run = Recording(
      .board { $0.gestures.click = action },
      [Cue.line("view on", at: 2), Cue.key(.character(" "), at: 5)], until: 12)
    #expect(run.stored.isEmpty == (action != .photo))
    #expect(run.entries.contains { $0.effect.beginsClip } == (action == .clip))
  }

  @Test func whatKeysAskForEndsNoAnswerToALine() {
    let keys: [(Character, Double)] = [
      (" ", 5), ("n", 5.2), (" ", 5.4), (" ", 9), (":", 9.1),
    ]
    let cues = keys.flatMap { Cue.key(.character($0.0), at: $0.1) }
    let run = Recording(
      [Cue.line("view on", at: 2), cues, Cue.line("help snap", at: 9.2)], until: 14)
    #expect(run.answered() == 2)
  }

  @Test func aConsoleThatMayOnlyAskPressesNothing() {
    let run = Recording(
      [Cue.line("view on", at: 2), Cue.key(.character(" "), at: 5, .status)], until: 12)
    #expect(run.stored.isEmpty)
    #expect(run.said().contains(Phrase.consoleStatusOnly.english))
  }

  @Test func aColonLeavesForALineAndAnEmptyOneComesBack() {
    let run = Recording(
      [
        Cue.line("view on", at: 2), Cue.key(.character(":"), at: 4), Cue.line("help snap", at: 5),
        Cue.line("", at: 6),
      ], until: 8)
    #expect(run.times(of: .console(.endScreen(session))) == [.at(4)])
    #expect(run.times(of: .console(.beginScreen(session))) == [.at(2), .at(6)])
    #expect(run.drawings.contains { $0.at > .at(7) })
    #expect(run.answered() == 3)
  }

  @Test func keysZoomAndMove() {
    let keys: [ViewfinderKey] = [.character("+"), .character("+"), .left]
    let cues = keys.enumerated().flatMap { Cue.key($1, at: 5 + Double($0) / 10) }
    let run = Recording([Cue.line("view on", at: 2), cues], until: 8)
    let zoom = run.drawings.last?.scene.style.zoom
    #expect(zoom?.perMille == 1563)
    #expect(zoom?.x == 437)
  }

  @Test func aTerminalWithoutASizeIsAskedAndGivenUp() {
    let run = Recording([Cue.line("view on", at: 5)], until: 10) { $0.hasScreens = false }
    #expect(run.times(of: .console(.askForSize(session))) == [.at(5)])
    #expect(run.said() == [Phrase.viewNeedsTerminal.english])
    #expect(run.times(of: .console(.outcome(.failed, of: session))).count == 1)
    #expect(run.answered() == 1)
    #expect(run.drawings.isEmpty)
  }

  @Test func aTerminalThatAnswersIsTriedAgain() {
    let run = Recording([Cue.line("view on", at: 5), Cue.resized(at: 5.5)], until: 10) {
      $0.hasScreens = false
    }
    #expect(run.times(of: .console(.beginScreen(session))) == [.at(5), .at(5.5)])
    #expect(run.times(of: .console(.askForSize(session))) == [.at(5)])
  }

  @Test func theEndOfTheProgramAnswersWhoeverWaitsAndGivesScreensBack() {
    let waits = Recording([Cue.line("view on", at: 5), Cue.signal(.stop, at: 5.5)]) {
      $0.hasScreens = false
    }
    #expect(waits.answered() == 1)
    let drawn = Recording([Cue.line("view on", at: 5), Cue.signal(.stop, at: 6)])
    #expect(drawn.times(of: .console(.endScreen(session))).count == 1)
    #expect(drawn.answered() == 1)
  }

  @Test(arguments: [Cue.line("help snap", at: 6), Cue.interrupted(at: 6)])
  func whoeverDoesNotWaitForATerminalIsAnsweredAtOnce(cue: [Cue]) {
    let run = Recording([Cue.line("view on", at: 5), cue], until: 10) { $0.hasScreens = false }
    #expect(run.times(of: .console(.answered(session))).first == .at(6))
    #expect(!run.said().contains(Phrase.viewNeedsTerminal.english))
  }

  @Test func aFifthConsoleIsToldToWait() {
    let run = Recording(
      (1...5).map { Cue.line("view on", at: 5, from: $0) }, until: 6)
    #expect(run.said(to: 5) == [Phrase.viewFull(4).english])
  }

  @Test(arguments: ViewfinderTests.scripts)
  func whoeverLooksChangesNothing(scripts: [[Cue]]) {
    func run(_ lines: [Cue]) -> Recording {
      // Another session looks than asks.
      Recording([lines] + scripts, until: 20)
    }
    let (alone, seen) = (run([]), run(Cue.line("view on", at: 3, from: 2)))
    #expect(!seen.drawings.isEmpty)
    #expect(seen.deeds == alone.deeds)
  }

  /// What goes on while somebody looks.
  private static let scripts: [[[Cue]]] = [
    [Cue.press(5)],
    [Cue.line("snap --in 1 --count 3 --every 1", at: 5)],
    [Cue.press(5), Cue.press(6)],
    [Cue.line("clip start", at: 5), Cue.line("clip stop", at: 9)],
    [Cue.line("pause", at: 5), Cue.line("resume", at: 8)],
    [Cue.failed(.broken(.camera), at: 5), Cue.press(6)],
    [Cue.failed(.broken(.store), at: 5), Cue.press(6)],
    [Cue.measured(celsius: 85, at: 5)],
    [Cue.reconfigured([.camera], at: 5)],
    [Cue.press(5), Cue.signal(.stop, at: 6)],
  ]

  @Test func statusSaysHowItIs() {
    let run = Recording(
      [Cue.line("view --json", at: 4), Cue.line("view on", at: 5), Cue.line("view", at: 6)],
      until: 8)
    #expect(run.said().first == #"{"viewfinder":"idle","reason":null}"#)
    #expect(run.said().last == Phrase.viewRunning.english)
  }
}

extension Recording {
  /// All that was done but at consoles, and when.
  fileprivate var deeds: [String] {
    entries.compactMap { entry in
      if case .console = entry.effect { nil } else { "\(entry.at): \(entry.effect)" }
    }
  }

  /// What was drawn, and when.
  fileprivate var drawings: [(at: Instant, scene: ViewfinderScene)] {
    entries.compactMap { entry in
      guard case .console(.draw(let scene, _)) = entry.effect else { return nil }
      return (entry.at, scene)
    }
  }
}

extension Effect {
  fileprivate var keepsFrame: Bool { if case .photo(.keep) = self { true } else { false } }
  fileprivate var beginsClip: Bool { if case .clip(.begin) = self { true } else { false } }
}

extension Phrase {
  /// How a pause that a person wanted is called.
  fileprivate static let pausedWord = Capture.State.paused(.manual).word
}
