import Testing

@testable import Core

/// A look at the picture during an idle pause that finds the camera in use by somebody else for a moment.
@Suite struct LookTests {
  /// Idle from 30 s on, with a look every 2 s; the camera is not to be had from 33 s to `end`.
  private func run(
    _ script: [[Cue]] = [], busyUntil end: Double = 35, until stop: Double = 80
  ) -> Recording {
    Recording(script, until: stop) {
      $0.sceneChange = 0
      $0.outages = [.init(.busyCamera, from: 33, to: end)]
    }
  }

  private func failed(_ run: Recording) throws -> Instant {
    try #require(run.openings.first { $0 >= .at(33) })
  }

  @Test func itIsNoFault() {
    let run = run()
    #expect(run.showings(of: .refusedSign, by: .light).isEmpty)
    #expect(run.showings(of: .refusedSign, by: .buzzer).isEmpty)
    #expect(run.light(from: 36, to: 80).filter { $0 > 80 }.isEmpty)
    #expect(!run.announced.contains("camera.absent"))
  }

  @Test func aPauseIsLoggedOnceHoweverOftenTheCameraIsLookedThrough() {
    let run = Recording([], until: 3600) { $0.sceneChange = 0 }
    let logged = run.entries.filter { entry in
      guard case .service(.log) = entry.effect else { return false }
      return entry.at > .at(20)
    }
    #expect(run.openings.count > 1000)
    #expect(logged.count == 1)
  }

  @Test func itIsNoGapInWhatIsDelivered() {
    #expect(run().gaps.isEmpty)
  }

  @Test func itIsTriedAgain() throws {
    let run = run()
    let failed = try failed(run)
    #expect(run.openings.contains { $0 > failed && $0 <= failed + .seconds(30) })
  }

  @Test(arguments: [35.0, 60])
  func movementIsSeenWhenTheCameraIsThereAgain(end: Double) {
    let moved = [Cue(.camera(.sceneChanged(by: 1)), at: .at(95))]
    let run = run([moved], busyUntil: end, until: 100)
    #expect(run.announced.last == "capture.resumed.movement")
  }

  @Test func aPressAfterItTakesItsPhoto() {
    let run = run([Cue.press(40)])
    #expect(run.stored.map(\.planned) == [.at(43)])
    #expect(!run.shows(.readySound, by: .buzzer, from: 36, to: 60))
  }
}

/// The buzzer's · – : only on becoming ready after a start or a fault.
@Suite struct ReadySoundTests {
  private func sounds(_ run: Recording) -> [Instant] { run.showings(of: .readySound, by: .buzzer) }

  @Test func aStartAndARepairedFaultAreHeard() {
    let run = Recording([Cue.failed(.busyCamera, at: 8)])
    #expect(sounds(run).count == 2)
  }

  @Test func thePauseThatAPersonEndsIsNot() {
    let run = Recording([Cue.line("pause", at: 5), Cue.line("resume", at: 9)])
    #expect(sounds(run).count == 1)
  }

  @Test func thePauseThatMovementEndsIsNot() {
    let moved = [Cue(.accelerometer(.jolted(stamped: .at(40))), at: .at(40))]
    let run = Recording(.board { $0.roles.insert(.accelerometer) }, [moved], until: 50)
    #expect(run.announced.contains("capture.resumed.movement"))
    #expect(sounds(run).count == 1)
  }

  @Test(arguments: [
    Cue.measured(celsius: 85, at: 5) + Cue.measured(celsius: 60, at: 9),
    Cue.measured(free: 1, at: 5) + Cue.measured(at: 9),
  ])
  func thePauseThatEndsWithItsCauseIsNot(script: [Cue]) {
    let run = Recording([script])
    #expect(run.openings == [.at(0), .at(9)])
    #expect(sounds(run).count == 1)
  }

  @Test func aPressThatEndsAPauseIsNot() {
    let run = Recording([
      Cue.line("pause", at: 5), Cue.press(9, hold: 0.05), Cue.line("cancel", at: 10),
    ])
    #expect(sounds(run).count == 1)
  }
}
