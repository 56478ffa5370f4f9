import Testing

@testable import Core

@Suite struct StartingTests {
  private let counting = Settings.board { $0.start = .countdown }

  @Test func aPressWaitsForTheFirstFrameAndKeepsItsPlan() {
    let run = Recording([Cue.press(0.5)]) { $0.settling = .milliseconds(4500) }
    #expect(run.stored.map(\.planned) == [.at(3.5)])
    #expect(run.stored.map(\.actual) == [.at(4.5)])
  }

  @Test func aPressFailsFiveSecondsAfterItsPlan() {
    let run = Recording([Cue.press(0.5)]) { $0.settling = .seconds(15) }
    #expect(run.kept.isEmpty)
    #expect(run.announcement(of: "photo.failed") == .at(8.5))
  }

  @Test func startingIsShownUntilTheFirstFrame() {
    let run = Recording([]) { $0.settling = .seconds(3) }
    #expect(run.light(from: 0, to: 3) == [1000, -1000, 1000])
    #expect(run.light(from: 3, to: 6.5) == [80, -2920, 80, -420])
  }

  @Test func powerOnCountsDownFromTheFirstFrameIfItIsToldTo() {
    let run = Recording(counting, [])
    #expect(run.stored.map(\.planned) == [.at(3.1)])
    #expect(run.stored.map(\.series.requester) == [.start])
    #expect(Recording([]).kept.isEmpty)
  }

  @Test func powerOnCountsDownOnlyOnce() {
    let run = Recording(counting, [Cue.failed(.absentCamera, at: 8)])
    #expect(run.stored.count == 1)
  }

  @Test func aRecoveredFaultStartsNoCountdown() {
    let run = Recording(counting, []) { $0.openingFailures[.camera] = (.busyCamera, 1) }
    #expect(run.kept.isEmpty)
    #expect(run.lastAtWork.capture.mode != nil)
  }

  @Test func aCameraThatIsStillBeingFoundIsNoFault() {
    let run = Recording(counting, []) { $0.openingFailures[.camera] = (.absentCamera, 1) }
    #expect(run.stored.map(\.planned) == [.at(5.1)])
  }

  @Test func aPressBeforeTheFirstFrameIsEnough() {
    let run = Recording(counting, [Cue.press(0.5)]) { $0.settling = .seconds(2) }
    #expect(run.stored.map(\.planned) == [.at(3.5)])
  }

  @Test func everyConfiguredDeviceIsOpenedOnce() {
    let run = Recording([])
    for role in Settings.board.roles { #expect(run.times(of: .device(.open(role))) == [.at(0)]) }
    #expect(run.times(of: .device(.open(.accelerometer))).isEmpty)
  }

  @Test func aPersonsPauseBeforeTheFirstFrameForfeitsTheCountdown() {
    let cues = [Cue.line("pause", at: 0.5), Cue.line("resume", at: 5)]
    let run = Recording(counting, cues) { $0.settling = .seconds(2) }
    #expect(run.lastAtWork.capture.state == .running)
    #expect(run.kept.isEmpty)
  }
}

/// Countdowns that movement begins, because it has ended a pause.
@Suite struct WakingTests {
  private let counting = Settings.board { $0.countsOnWake = true }

  private func run(
    _ settings: Settings, _ script: [[Cue]], in change: (inout ScriptedWorld) -> Void = { _ in }
  ) -> Recording {
    Recording(settings, script, until: 60) {
      $0.sceneChange = 0
      change(&$0)
    }
  }

  @Test func movementThatEndsAPauseCountsDownFromTheFirstFrameIfItIsToldTo() throws {
    let run = run(counting, [Cue.scene(at: 40)])
    let woken = try #require(run.announcement(of: "capture.resumed.movement"))
    let planned = try #require(run.stored.map(\.planned).first)
    #expect((3...3.2).contains((planned - woken).inSeconds))
    #expect(run.stored.map(\.series.requester) == [.wake])
    #expect(self.run(.board, [Cue.scene(at: 40)]).kept.isEmpty)
  }

  /// Both are configured: each countdown says for itself what began it.
  @Test func movementIsNotTakenForPowerOn() {
    let both = Settings.board {
      $0.countsOnWake = true
      $0.start = .countdown
    }
    let run = run(both, [Cue.scene(at: 50)])
    #expect(run.stored.map(\.series.requester) == [.start, .wake])
  }

  @Test func whatAPersonEndsStartsNoCountdown() {
    #expect(run(counting, [Cue.line("resume", at: 40)]).kept.isEmpty)
  }

  @Test func movementWithoutAPauseStartsNoCountdown() {
    #expect(run(counting, [Cue.scene(at: 10)]).kept.isEmpty)
  }

  @Test func aPressMeanwhileIsTheOnlyOneThatCounts() throws {
    let run = run(counting, [Cue.scene(at: 40), Cue.press(43)]) { $0.settling = .seconds(4) }
    #expect(run.stored.map(\.planned) == [.at(46)])
  }

  @Test func aCameraThatDoesNotComeBackStartsNoCountdownWhenItDoes() {
    let run = run(counting, [Cue.scene(at: 40), Cue.failed(.absentCamera, at: 42.2)]) {
      $0.settling = .seconds(4)
    }
    #expect(run.announced.contains("capture.resumed.movement"))
    #expect(run.lastAtWork.capture.mode != nil)
    #expect(run.kept.isEmpty)
  }
}
