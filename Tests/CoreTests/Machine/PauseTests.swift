import Testing

@testable import Core

/// Pauses because nothing moves, or because a person says so, and how they end.
@Suite struct PauseTests {
  private static let accelerometer = Settings.board { $0.roles.insert(.accelerometer) }

  private func run(
    _ script: [[Cue]] = [], until end: Double = 60, _ settings: Settings = accelerometer,
    in change: (inout ScriptedWorld) -> Void = { _ in }
  ) -> Recording {
    Recording(settings, script, until: end, in: change)
  }

  private func closings(_ run: Recording) -> [Instant] { run.times(of: .device(.close(.camera))) }
  private func openings(_ run: Recording) -> [Instant] { run.times(of: .device(.open(.camera))) }

  @Test func withoutMovementTheCameraIsClosedAfterHalfAMinute() throws {
    let run = run()
    let closing = try #require(closings(run).first)
    #expect((30...30.2).contains((closing - .at(0)).inSeconds))
    #expect(openings(run) == [.at(0)])
    #expect(run.machine.capture.state == .paused(.idle))
  }

  @Test func motionOffNeverPauses() {
    let settings = Settings.board {
      $0.roles.insert(.accelerometer)
      $0.motion = .off
    }
    #expect(closings(run([], until: 200, settings)).isEmpty)
  }

  @Test func aPictureThatChangesKeepsCaptureRunning() {
    #expect(closings(run([], until: 200, .board)).isEmpty)
  }

  @Test func aPictureThatDoesNotPausesAndIsLookedAtEveryTwoSeconds() {
    let run = run([], until: 41, .board) { $0.sceneChange = 0 }
    let peeks = openings(run).dropFirst()
    #expect(peeks.count == 5)
    #expect(closings(run).count == 6)
  }

  @Test func aLookAtASilentCameraEndsEvenWhereNoneIsWantedMeanwhile() {
    let run = run([Cue.line("motion off", at: 34)], until: 60, .board) {
      ($0.sceneChange, $0.silentStreamCount) = (0, 99)
    }
    #expect(closings(run).count == openings(run).count)
    #expect(!run.machine.capture.isLooking)
  }

  @Test func aPictureThatChangesEndsThePause() throws {
    let run = run([Cue.scene(at: 40)], until: 50, .board) { $0.sceneChange = 0 }
    let end = try #require(run.announcement(of: "capture.resumed.movement"))
    #expect((40...43).contains((end - .at(0)).inSeconds))
  }

  @Test(arguments: [(end: 10.4, pause: 30...30.1), (end: 10.6, pause: 40.5...40.6)])
  func theFirstLookOfAPictureThatBeginsToCountShowsNoMovement(
    end: Double, pause: ClosedRange<Double>
  ) throws {
    let cues = [Cue.line("motion picture", at: 10), Cue.line("motion accelerometer", at: end)]
    let closing = try #require(closings(run(cues, until: 50)).first)
    #expect(pause.contains((closing - .at(0)).inSeconds))
  }

  @Test func aCountdownPutsThePauseOff() throws {
    let run = run([Cue.press(29)], until: 80)
    #expect(run.stored.map(\.planned) == [.at(32)])
    let closing = try #require(closings(run).first)
    #expect((62...62.3).contains((closing - .at(0)).inSeconds))
  }

  @Test func aPressDuringAPauseResumesWhenItIsKnownAndCountsFromItsEdge() {
    let run = run([Cue.press(40)])
    #expect(openings(run) == [.at(0), .at(40.45)])
    #expect(run.stored.map(\.planned) == [.at(43)])
  }

  @Test func aSeriesOfEightAtFiveSecondsIsNotBroken() {
    let settings = Settings.board {
      $0.roles.insert(.accelerometer)
      ($0.count, $0.interval) = (8, .seconds(5))
    }
    let run = run([Cue.press(5)], until: 60, settings)
    #expect(run.stored.count == 8)
    #expect(closings(run).isEmpty)
  }

  @Test func aSlowSeriesPausesBetweenItsPhotosAndMissesNone() {
    let settings = Settings.board {
      $0.roles.insert(.accelerometer)
      ($0.count, $0.interval) = (3, .seconds(60))
    }
    let run = run([Cue.press(5)], until: 150, settings)
    #expect(run.kept.map { $0.planned } == [.at(8), .at(68), .at(128)])
    #expect(run.kept.allSatisfy { $0.actual - $0.planned < .milliseconds(100) })
    #expect(closings(run).count == 2)
    #expect(openings(run) == [.at(0), .at(66), .at(126)])
  }

  @Test func aPersonPausesAndResumes() {
    let run = run([Cue.line("pause", at: 5), Cue.line("resume", at: 9)], until: 20)
    #expect(closings(run) == [.at(5)])
    #expect(openings(run) == [.at(0), .at(9)])
    #expect(run.answered() == 2)
    #expect(run.announced == ["capture.paused.manual", "capture.resumed"])
    #expect(run.said().isEmpty)
  }

  @Test func withoutACameraNobodyHearsThatOneIsOpened() {
    let settings = Settings.board { $0.roles.remove(.camera) }
    let run = run([Cue.line("pause", at: 5), Cue.line("resume", at: 9)], until: 20, settings)
    #expect(run.announced == ["capture.paused.manual", "capture.resumed.without-camera"])
  }

  @Test func movementDoesNotEndAPersonsPause() {
    let run = run([Cue.line("pause", at: 5)], until: 30, .board)
    #expect(openings(run) == [.at(0)])
  }

  @Test func resumeWithoutAPauseSaysSo() {
    #expect(run([Cue.line("resume", at: 5)], until: 9).said() == [Phrase.notPaused.english])
  }

  @Test func aPauseDuringACountdownIsRefused() {
    let run = run([Cue.press(5), Cue.line("pause", at: 6)], until: 20)
    #expect(run.said().first?.hasPrefix("Busy") == true)
    #expect(closings(run).isEmpty)
  }

  @Test func aPausedBoardThatFillsUpRefusesThePress() {
    let full = [Cue(.measured(.all(.room(free: 1))), at: .at(40))]
    let run = run([full, Cue.press(45)], until: 50) { $0.measurements = .room(free: 1) }
    #expect(run.stored.isEmpty)
    #expect(run.announced.last == "storage.low")
  }

  @Test func theTimeOfComingBackIsMeasured() {
    let run = run([Cue.press(40)], until: 50) { $0.settling = .milliseconds(700) }
    #expect(run.machine.capture.resumeTimes.latest == .milliseconds(700))
  }
}

extension Measurements {
  fileprivate static func room(free: Int) -> Measurements {
    var measurements = Measurements()
    measurements.space = Space(free: free, total: 32_000_000_000)
    return measurements
  }
}
