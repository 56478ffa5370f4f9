import Testing

@testable import Core

@Suite struct ClipTests {
  /// A double click at 5 s.
  private let doubleClick = Cue.press(5) + Cue.press(5.3)

  @Test func aDoubleClickRecordsUntilTheFirstEdgeOfTheNextPress() throws {
    let run = Recording([doubleClick, Cue.press(10.01, hold: 0.5)])
    #expect(run.begun.map(\.planned) == [.at(5)])
    let first = try #require(run.appended.first)
    let last = try #require(run.appended.last)
    #expect(first >= .at(5.7))
    #expect(first <= .at(5.85))
    #expect(last > .at(9.96))
    #expect(last <= .at(10.01))
    #expect(run.finished == [.at(10.04)])
    #expect(run.announced == ["clip.wanted", "clip.stopped", "clip.stored", "clip.dropped"])
  }

  @Test func framesFollowOneAnotherWithoutAGap() {
    let run = Recording([doubleClick, Cue.press(8)])
    for (one, next) in zip(run.appended, run.appended.dropFirst()) {
      #expect(next - one == .milliseconds(40))
    }
  }

  @Test func theFileIsMadeOnceAFrameIsInMemory() {
    let run = Recording([doubleClick, Cue.press(8)])
    let order = run.effects.compactMap { effect -> String? in
      switch effect {
      case .clip(.append): "append"
      case .clip(.begin): "begin"
      default: nil
      }
    }
    #expect(order.prefix(3) == ["append", "begin", "append"])
  }

  @Test func theRestOfTheGestureThatEndsItMeansNothing() {
    let run = Recording([doubleClick, Cue.press(10), Cue.press(10.3), Cue.press(10.6)])
    #expect(run.begun.count == 1)
    #expect(run.stored.isEmpty)
    #expect(run.changes.isEmpty)
  }

  /// What the press came to is written once people have seen that it was heard.
  @Test func thePressThatEndsItIsAnsweredAtOnce() {
    let run = Recording([doubleClick, Cue.press(10.01)])
    #expect(run.light(from: 10, to: 10.07) == [10, -30, 20, -10])
    #expect(run.buzzer(from: 10, to: 10.05) == [-10, 10, -30])
  }

  @Test func aLongPressEndsItAndAsksWhetherToUndoIt() {
    let run = Recording([doubleClick, Cue.press(10, hold: 2)])
    #expect(run.finished == [.at(10.03)])
    #expect(run.announced.suffix(1) == ["undo.asked"])
  }

  @Test func whatWasRecordedIsMadeDurableAtMostOnceASecond() {
    let run = Recording([doubleClick, Cue.press(10)])
    let flushes = run.times(of: .clip(.flush))
    #expect(flushes.count == 4)
    for (one, next) in zip(flushes, flushes.dropFirst()) { #expect(next - one >= .seconds(1)) }
  }

  @Test func itEndsByItselfWhenItIsAsLongAsItMayBe() throws {
    let run = Recording(.board { $0.clipLongest = .seconds(4) }, [Cue.line("clip start", at: 5)])
    let finished = try #require(run.finished.first)
    #expect(finished >= .at(9))
    #expect(finished < .at(9.05))
    #expect(run.announced.contains("clip.ends"))
  }

  @Test func aPauseEndsAndTheClipBeginsWithTheFirstFrame() throws {
    let run = Recording([Cue.line("pause", at: 4), doubleClick, Cue.press(10)])
    #expect(run.announced.contains("capture.resumed"))
    #expect(run.begun.map(\.planned) == [.at(5)])
    let found = try #require(run.appended.first)
    #expect(found < .at(6))
  }

  @Test func nothingPausesWhileItIsRecorded() {
    let settings = Settings.board {
      $0.roles.insert(.accelerometer)
      $0.idleAfter = .seconds(3)
    }
    let run = Recording(settings, [Cue.line("clip start", at: 2), Cue.press(15)], until: 17)
    #expect(!run.announced.contains("capture.paused.idle"))
    #expect(run.finished == [.at(15.03)])
  }

  @Test(arguments: [
    "pause", "snap", "snap --in 9", "delete 1", "shutdown --yes", "clip start", "learn",
    "powersave on",
  ])
  func whatWouldDisturbItIsRefused(line: String) {
    let run = Recording([Cue.line("clip start", at: 5), Cue.line(line, at: 6, from: 2)], until: 9)
    #expect(run.said(to: 2) == [Phrase.busyRecording.english])
    #expect(run.answered(2) == 1)
    #expect(run.finished.isEmpty)
  }

  @Test func aSignalForPhotosIsRefused() {
    let run = Recording([Cue.line("clip start", at: 5), Cue.signal(.snap, at: 6)], until: 9)
    #expect(run.announced == ["clip.wanted", "clip.busy"])
  }

  @Test func cancelEndsAndKeepsIt() {
    let run = Recording([Cue.line("clip start", at: 5), Cue.line("cancel", at: 7, from: 2)])
    #expect(run.finished == [.at(7)])
    #expect(run.announced.contains("clip.stored"))
  }

  @Test(arguments: [
    ("storage.low", Cue.measured(free: 1, at: 8)),
    ("heat.too-hot", Cue.measured(celsius: 90, at: 8)),
  ])
  func whatForbidsCaptureEndsAndKeepsIt(reason: String, cue: [Cue]) {
    let run = Recording([Cue.line("clip start", at: 5), cue])
    #expect(run.finished == [.at(8)])
    #expect(run.announced.prefix(4) == ["clip.wanted", "clip.ends", reason, "clip.stored"])
  }

  @Test func aBrokenCameraEndsAndKeepsIt() {
    let run = Recording([Cue.line("clip start", at: 5), Cue.failed(.busyCamera, at: 8)]) {
      $0.outages = [.init(.busyCamera, from: 8, to: 99)]
    }
    #expect(run.finished.count == 1)
    #expect(run.announced.contains("clip.ends"))
    #expect(run.announced.contains("clip.stored"))
  }

  @Test func aCameraThatFallsSilentEndsAndKeepsIt() throws {
    let run = Recording([Cue.line("clip start", at: 5)]) { $0.camera.hangsAt = .at(8) }
    #expect(run.finished.count == 1)
    let found = try #require(run.finished.first)
    #expect(found < .at(11))
    #expect(run.announced.contains("clip.stored"))
  }

  @Test func aShutdownEndsAndKeepsIt() {
    let run = Recording([Cue.line("clip start", at: 5), Cue.press(8, hold: 7)])
    #expect(run.finished == [.at(8.03)])
    #expect(run.machine.isFinished)
  }

  @Test func theEndOfTheProgramKeepsIt() throws {
    let run = Recording([Cue.line("clip start", at: 5)], until: 8)
    #expect(run.effects.contains(.clip(.finish)))
    let finish = try #require(run.effects.lastIndex(of: .clip(.finish)))
    let last = run.effects.lastIndex { (effect: Effect) in effect.isLast }
    #expect((last ?? 0) > finish)
    #expect(run.machine.isFinished)
  }

  @Test func aCameraThatDeliversNothingFailsItAfterAWhile() {
    let run = Recording([Cue.line("pause", at: 4), Cue.line("clip start", at: 5)]) {
      $0.silentStreamCount = 9
    }
    #expect(run.begun.isEmpty)
    #expect(run.announcement(of: "clip.failed") == .at(10))
    #expect(run.clipsGivenUp == 1)
  }

  @Test func aPressBeforeTheFirstFrameTakesItBack() {
    let script = [Cue.line("pause", at: 4), Cue.line("clip start", at: 5), Cue.press(7)]
    let run = Recording(script) { $0.silentStreamCount = 9 }
    #expect(run.announcement(of: "clip.failed") == .at(7.01))
    #expect(run.begun.isEmpty && run.stored.isEmpty)
  }

  @Test func aLongPressOnOneThatComesToNothingUndoesNoOther() {
    let script = [Cue.line("pause", at: 4), Cue.line("clip start", at: 5), Cue.press(7, hold: 2)]
    let frameless = Recording(script) { $0.silentStreamCount = 9 }
    let unfinished = Recording([Cue.line("clip start", at: 5), Cue.press(8.5, hold: 2)]) {
      $0.clipOutage = (.fullStore, .at(8.51))
    }
    for run in [frameless, unfinished] {
      #expect(run.announced.contains("clip.failed"))
      #expect(!run.announced.contains("undo.asked"))
    }
  }

  @Test func aProgramThatBeginsOneHearsOneObject() {
    let run = Recording([Cue.line("clip start --json", at: 5)], until: 8)
    let told = run.entries.filter { entry in
      switch entry.effect {
      case .console(.say(_, SessionID(number: 1))), .console(.announce(_, SessionID(number: 1))):
        true
      default: false
      }
    }
    #expect(told.count == 1)
  }

  @Test func whoEndsOneHearsOfItOnce() {
    let run = Recording([Cue.line("clip start", at: 5), Cue.line("clip stop", at: 8)])
    #expect(run.announced.filter { (key: String) in key == "clip.stored" }.count == 1)
    #expect(!run.said().contains { $0.hasPrefix("Stored") })
    #expect(run.answered() == 2)
  }

  @Test func roomIsLookedAtEveryFewSeconds() {
    let run = Recording([Cue.line("clip start", at: 5)], until: 40)
    let measured = run.times(of: .measure(.all)).filter { .at(7) < $0 && $0 < .at(38) }
    #expect((6...8).contains(measured.count))
  }

  @Test func aFullMediumEndsIt() {
    let run = Recording([Cue.line("clip start", at: 5)]) {
      $0.clipOutage = (.fullStore, .at(8))
    }
    #expect(run.announced.contains("clip.failed"))
    #expect(!run.announced.contains("clip.stored"))
    #expect(run.clipsGivenUp == 1)
    #expect(run.finished.isEmpty)
  }

  @Test func aPhotoCanBeTakenAfterOneThatFailed() {
    let run = Recording([Cue.line("clip start", at: 5), Cue.line("snap --in 0", at: 12)]) {
      $0.clipOutage = (.refusedClip, .at(8))
    }
    #expect(run.stored.count == 1)
  }
}

/// Clips of a store that another program has locked.
@Suite struct LockedClipTests {
  @Test func itsFramesWaitInMemoryUntilItsFileCanBeMade() {
    let run = Recording([Cue.line("clip start", at: 5), Cue.press(12)]) {
      $0.locks = [.at(4)..<(.at(7.5))]
    }
    #expect(run.begun.count > 1)
    let early = run.appended.filter { (stamp: Instant) in stamp < .at(7.5) }
    #expect(early.count > 60)
    #expect(run.announced.contains("clip.stored"))
    #expect(run.clipsGivenUp == 0)
  }

  @Test func oneThatEndsMeanwhileIsKeptAllTheSame() throws {
    let run = Recording([Cue.line("clip start", at: 5), Cue.press(6)]) {
      $0.locks = [.at(4)..<(.at(9))]
    }
    let found = try #require(run.appended.last)
    #expect(found <= .at(6))
    #expect(run.announced.contains("clip.stored"))
  }

  @Test func itIsMadeAPieceWhenTheLockEnds() {
    let run = Recording([Cue.line("clip start", at: 5), Cue.press(8)]) {
      $0.locks = [.at(7)..<(.at(10))]
    }
    #expect(run.finished.count > 1)
    #expect(run.announced.contains("clip.stored"))
  }

  @Test func meanwhileAPhotoIsTaken() {
    let script = [
      Cue.line("clip start", at: 5), Cue.press(8), Cue.line("snap --in 0", at: 9, from: 3),
    ]
    let run = Recording(script) { $0.locks = [.at(7)..<(.at(11))] }
    #expect(Set(run.stored.map(\.id)).count == 1)
  }

  @Test func anotherThatIsAskedForMeanwhileWaitsForIt() {
    let script = [
      Cue.line("clip start", at: 5), Cue.press(8), Cue.line("clip start", at: 8.5, from: 2),
      Cue.line("snap --in 0", at: 9, from: 3), Cue.line("clip stop", at: 14),
    ]
    let run = Recording(script) { $0.locks = [.at(7)..<(.at(11))] }
    let keys = ["clip.wanted", "clip.stopped", "clip.stored"]
    #expect(run.announced.filter { keys.contains($0) } == keys + keys)
    #expect(run.said(to: 3) == [Phrase.busyRecording.english] && run.stored.isEmpty)
  }

  @Test func itHasAllItsTimeForAFirstFrameHoweverLongItWaited() {
    let script = [
      Cue.line("clip start", at: 5), Cue.press(8), Cue.line("clip start", at: 8.5, from: 2),
    ]
    let run = Recording(script, until: 40) { $0.locks = [.at(7)..<(.at(16))] }
    #expect(run.announced.filter { $0 == "clip.wanted" }.count == 2)
    #expect(run.announced.contains("clip.waits") && !run.announced.contains("clip.failed"))
  }

  @Test func aLongPressThatEndsItAsksForNothing() {
    let script = [
      Cue.line("clip start", at: 5), Cue.press(8), Cue.line("clip start", at: 8.5, from: 2),
      Cue.press(9, hold: 2),
    ]
    let run = Recording(script, until: 40) { $0.locks = [.at(7)..<(.at(11))] }
    #expect(run.announced.contains("clip.not-begun") && !run.announced.contains("undo.asked"))
  }

  @Test(arguments: [Cue.press(9), Cue.line("clip discard", at: 9, from: 2)])
  func onePressOrLineEndsTheOneThatWaits(end: [Cue]) {
    let script = [
      Cue.line("clip start", at: 5), Cue.press(8), Cue.line("clip start", at: 8.5, from: 2), end,
    ]
    let run = Recording(script) { $0.locks = [.at(7)..<(.at(11))] }
    #expect(run.announced.filter { $0 == "clip.wanted" }.count == 1)
    #expect(run.announced.contains("clip.not-begun") && run.changes.isEmpty)
  }

  @Test func whatIsDiscardedBeforeItsFirstFrameHasNotFailed() {
    let script = [Cue.line("pause", at: 4), Cue.line("clip start", at: 5)]
    let run = Recording(script + [Cue.line("clip discard", at: 5.05, from: 2)])
    #expect(run.announced.contains("clip.not-begun") && !run.announced.contains("clip.failed"))
    #expect(run.answered(2) == 1)
  }

  @Test func aSecondStopLeavesTheReasonOfTheFirst() {
    let script = [Cue.line("clip start", at: 5), Cue.line("clip stop", at: 8)]
    let run = Recording(.board { $0.clipLongest = .seconds(2) }, script) {
      $0.locks = [.at(6)..<(.at(10))]
    }
    #expect(run.announced.filter { ["clip.ends", "clip.stopped"].contains($0) } == ["clip.ends"])
  }

  @Test func itIsGivenUpInWordsWhenTheLockStays() {
    let run = Recording([Cue.line("clip start", at: 5), Cue.press(8)], until: 60) {
      $0.locks = [.at(4)..<(.at(99))]
    }
    let failures = run.announced.filter { (key: String) in key == "clip.failed" }
    #expect(failures.count == 1)
    #expect(run.clipsGivenUp == 1)
  }
}

/// What is remembered before a clip is wanted.
@Suite struct PreRollTests {
  @Test func framesAreRememberedWhileTheCameraDelivers() {
    let run = Recording([Cue.line("pause", at: 5), Cue.line("resume", at: 7)])
    #expect(run.remembered == [PreRoll(), nil, PreRoll(), nil])
  }

  @Test func nothingIsRememberedWhereNobodyWantsIt() {
    let run = Recording(.board { $0.preRoll.length = .zero }, [Cue.line("clip start", at: 5)])
    #expect(run.remembered.isEmpty)
    #expect(run.begun.count == 1)
  }

  @Test(arguments: [("YUYV", false, false), ("YUYV", true, true), ("MJPG", false, true)])
  func rawFramesAreRememberedOnlyWhereThatIsWanted(
    format: String, isWanted: Bool, isRemembered: Bool
  ) {
    var machine = Machine(.board { $0.isRawRemembered = isWanted })
    let mode = CameraMode(
      path: "/dev/video0", card: "Card", driver: "driver", format: format, width: 16, height: 16,
      framesPerSecond: 25)
    for event in [.started, .camera(.opened(mode))] as [Event] {
      _ = machine.handle(event, now: .at(0))
    }
    let effects = machine.handle(.camera(.frame(.at(1), previous: nil)), now: .at(1))
    #expect(effects.contains(.clip(.remember(PreRoll()))) == isRemembered)
  }
}

extension Failure {
  /// A store that says no.
  static let refusedClip = Failure(
    .store, Phrase("test.clip", "No."), kind: .refused)
}

extension Effect {
  /// Whether it records that the program has ended.
  fileprivate var isLast: Bool {
    guard case .store(.note(let notes)) = self, case .programStopped = notes.last else {
      return false
    }
    return true
  }
}
