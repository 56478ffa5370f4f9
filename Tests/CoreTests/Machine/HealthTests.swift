import Testing

@testable import Core

@Suite struct HealthTests {
  private static let watched = Settings.board { $0.watchdog = .seconds(8) }
  private static let full = Space(free: 1, total: 32_000_000_000)

  private func signs(
    _ script: [[Cue]] = [], until end: Double = 20,
    in change: (inout ScriptedWorld) -> Void = { _ in }
  ) -> [Instant] {
    Recording(Self.watched, script, until: end, in: change).times(of: .service(.notify(.alive)))
  }

  /// The longest time without a sign from the first second to `end`.
  private func longestSilence(_ signs: [Instant], until end: Double) -> Duration {
    let instants = [.at(1)] + signs.filter { $0 > .at(1) } + [.at(end)]
    return zip(instants.dropFirst(), instants).map { $0 - $1 }.max() ?? .zero
  }

  /// When signs are given for a camera that opens at once and is silent after `last` seconds, while
  /// nobody answers what the machine does about it.
  private func signs(whereCameraIsSilentAfter last: Double) -> [Double] {
    var machine = Machine(Self.watched)
    var signs: [Double] = []
    func play(_ event: Event, at seconds: Double) {
      let effects = machine.handle(event, now: .at(seconds))
      if effects.contains(.service(.notify(.alive))) { signs.append(seconds) }
    }
    play(.started, at: 0)
    play(.camera(.opened(.lab)), at: 0.1)
    for tenth in 2...600 {
      let seconds = Double(tenth) / 10
      let frame = Frame(sequence: UInt32(tenth), byteCount: 1, stamped: .at(seconds))
      play(seconds > last ? .deadline : .camera(.frame(frame, previous: nil)), at: seconds)
    }
    return signs
  }

  @Test func aCameraThatNeverDeliversGivesNoSign() {
    #expect(signs(whereCameraIsSilentAfter: 0).isEmpty)
  }

  @Test func aCameraThatFallsSilentGivesNoMoreSigns() {
    let signs = signs(whereCameraIsSilentAfter: 10)
    #expect(signs.count == 5)
    #expect(signs.allSatisfy { $0 <= 10 })
  }

  @Test func withoutAWatchdogNoSignIsGiven() {
    #expect(Recording([Cue.press(1)]).times(of: .service(.notify(.alive))).isEmpty)
  }

  @Test func framesAreProof() {
    let signs = signs(until: 60)
    #expect(longestSilence(signs, until: 60) <= .seconds(2.1))
    #expect(signs.count <= 30)
  }

  @Test func aJustifiedPauseIsProof() {
    let signs = signs(until: 60) { $0.measurements.space = Self.full }
    #expect(longestSilence(signs, until: 60) <= .seconds(2.1))
  }

  @Test func aFaultThatIsRetriedIsProof() {
    let signs = signs(until: 120) { $0.openingFailures[.camera] = (.busyCamera, 99) }
    #expect(longestSilence(signs, until: 120) <= .seconds(2.1))
  }

  @Test func aBoardWithoutACameraIsProofEnough() {
    let settings = Settings.board {
      $0.watchdog = .seconds(8)
      $0.roles.remove(.camera)
    }
    let signs = Recording(settings, [], until: 60).times(of: .service(.notify(.alive)))
    #expect(longestSilence(signs, until: 60) <= .seconds(2.1))
  }

  @Test func aSlowCardIsNoHang() {
    let signs = signs([Cue.line("snap --in 1 --count 4 --every 0.5", at: 2)], until: 60) {
      $0.flush = .seconds(6)
    }
    #expect(longestSilence(signs, until: 60) < .seconds(8))
  }

  @Test func readinessWaitsForTheFirstAnswerOfEverything() {
    let settings = Settings.board { $0.roles.insert(.accelerometer) }
    let run = Recording(settings, [])
    let sample = run.times(of: .accelerometer(.sample))[0]
    #expect(run.times(of: .service(.notify(.ready))) == [sample])
  }

  @Test func whatIsBrokenFromTheStartDoesNotHoldReadinessUp() {
    let run = Recording([]) {
      $0.openingFailures = [.camera: (.busyCamera, 99), .store: (.fullStore, 99)]
    }
    #expect(run.times(of: .service(.notify(.ready))) == [.at(0)])
  }

  @Test func readinessIsToldOnceAndBeforeTheEndIsTold() {
    let run = Recording([Cue.failed(.absentCamera, at: 5)])
    let notices = run.effects.filter {
      [.service(.notify(.ready)), .service(.notify(.stopping))].contains($0)
    }
    #expect(notices == [.service(.notify(.ready)), .service(.notify(.stopping))])
  }

  @Test func theLineFollowsTheSituation() {
    let lines = Recording([Cue.press(5)]).entries.compactMap { entry in
      if case .service(.notify(.status(let line))) = entry.effect { line.english } else { nil }
    }
    #expect(lines == ["starting", "ready", "counting", "storing", "ready"].map { "State: \($0)." })
  }
}
