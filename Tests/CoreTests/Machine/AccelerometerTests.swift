import Testing

@testable import Core

@Suite struct AccelerometerTests {
  /// A board that pauses after 5 s and lies still.
  private func run(
    _ sensing: Sensing, _ script: [[Cue]] = [], until end: Double = 40,
    in change: (inout ScriptedWorld) -> Void = { _ in }
  ) -> Recording {
    let settings = Settings.board {
      $0.roles.insert(.accelerometer)
      $0.idleAfter = .seconds(5)
    }
    return Recording(settings, script, until: end) {
      $0.sensing = sensing
      change(&$0)
    }
  }

  /// Readings that come by themselves, ten a second.
  private func readings(from start: Double, to end: Double) -> [Cue] {
    (Int(start * 10)..<Int(end * 10)).map { tenths in
      Cue(.accelerometer(.reading(Acceleration(x: 0, y: 0, z: 1000))), at: .at(Double(tenths) / 10))
    }
  }

  private func jolt(at seconds: Double, stamped: Double? = nil) -> [Cue] {
    [Cue(.accelerometer(.jolted(stamped: .at(stamped ?? seconds))), at: .at(seconds))]
  }

  private func paces(_ run: Recording) -> [Sensing.Pace] {
    run.entries.compactMap {
      if case .accelerometer(.pace(let pace)) = $0.effect { pace } else { nil }
    }
  }

  private static let events = Sensing(by: .buffer, hasEvents: true)

  @Test func aClosedAccelerometerIsNotBelieved() {
    let run = run(
      Self.events, [Cue.failed(.broken(.accelerometer), at: 10.1), jolt(at: 10.5)], until: 11)
    #expect(run.machine.movement.latest?.witness != .accelerometer)
    #expect(run.machine.accelerometer.sensing == nil)
  }

  @Test func oneThatFailedBeforeItOpenedIsNotListenedTo() {
    let late = [Cue(.accelerometer(.opened(Self.events)), at: .at(10.2))]
    let run = run(
      Self.events, [Cue.failed(.broken(.accelerometer), at: 10.1), late], until: 11)
    #expect(run.machine.accelerometer.sensing == nil)
  }

  @Test func itIsToldOfEachBeginningAndEndOfAPause() {
    let run = run(Self.events, [readings(from: 0, to: 5), jolt(at: 20)])
    #expect(paces(run) == [.running, .paused, .running, .paused])
  }

  @Test func itsOwnReportEndsAnIdlePause() throws {
    let run = run(Self.events, [readings(from: 0, to: 5), jolt(at: 20, stamped: 19.99)], until: 21)
    #expect(run.lastAtWork.capture.state == .running)
    #expect(run.machine.movement.latest == Movement(witness: .accelerometer, at: .at(19.99)))
  }

  @Test func anOldReportDoesNotHastenThePause() throws {
    let run = run(Self.events, [readings(from: 0, to: 9), jolt(at: 4.5, stamped: -60)], until: 6)
    #expect(run.machine.capture.state == .paused(.idle))
    let paused = try #require(run.announcement(of: "capture.paused.idle"))
    #expect(paused > .at(5))
  }

  @Test func aReportFromTheFutureCountsAsOfNow() {
    let run = run(Self.events, [readings(from: 0, to: 5), jolt(at: 20, stamped: 1e6)], until: 21)
    #expect(run.machine.movement.latest?.at == .at(20))
  }

  @Test func itsReportMeansNothingWhereMovementIsLookedForElsewhere() {
    let run = run(
      Self.events, [readings(from: 0, to: 3), Cue.line("motion off", at: 3), jolt(at: 4)],
      until: 5)
    #expect(run.machine.movement.latest == nil)
  }

  @Test func withEventsItIsHardlyAskedDuringAPause() {
    let run = run(Self.events, [readings(from: 0, to: 5)], until: 36)
    #expect(run.machine.capture.state == .paused(.idle))
    let asked = run.times(of: .accelerometer(.sample))
    #expect(zip(asked, asked.dropFirst()).map { $1 - $0 } == [.seconds(10), .seconds(10)])
  }

  @Test func aTurnThatItsEventsMissedEndsThePauseAtTheNextCheck() {
    let turned = [Cue(.accelerometer(.reading(Acceleration(x: 0, y: 300, z: 950))), at: .at(20))]
    let again = [Cue(.accelerometer(.reading(Acceleration(x: 0, y: 300, z: 950))), at: .at(20.2))]
    let run = run(Self.events, [readings(from: 0, to: 5), turned, again], until: 21)
    #expect(run.lastAtWork.capture.state == .running)
  }

  @Test func inDoubtItIsAskedAgainAtOnce() {
    let turned = [Cue(.accelerometer(.reading(Acceleration(x: 0, y: 300, z: 950))), at: .at(20.05))]
    let run = run(Self.events, [readings(from: 0, to: 5), turned], until: 21)
    #expect(run.times(of: .accelerometer(.sample)).contains(.at(20.25)))
    #expect(run.machine.capture.state == .paused(.idle))
  }

  @Test func readingsThatComeByThemselvesAreNotAskedFor() {
    let run = run(Sensing(by: .buffer), [readings(from: 0, to: 12)], until: 12)
    #expect(run.times(of: .accelerometer(.sample)) == [])
    #expect(run.machine.accelerometer.acceleration == Acceleration(x: 0, y: 0, z: 1000))
  }

  @Test(arguments: [Sensing(by: .buffer), events])
  func readingsThatFailToComeAreAskedForAfterTwoSeconds(sensing: Sensing) {
    let run = run(sensing, [readings(from: 0, to: 3)], until: 5.5)
    #expect(run.times(of: .accelerometer(.sample)).first == .at(4.9))
  }

  @Test func aWayThatWasGivenUpIsFollowedByTheNext() {
    let worse = [Cue(.accelerometer(.opened(Sensing(by: .polling))), at: .at(3))]
    let run = run(Self.events, [readings(from: 0, to: 3), worse], until: 4)
    #expect(run.times(of: .accelerometer(.sample)).filter { $0 >= .at(3) }.count == 9)
    #expect(paces(run) == [.running, .running])
  }

  @Test(arguments: [
    (Sensing(by: .polling), "The accelerometer is read by polling.", "polling"),
    (Sensing(by: .buffer), "The accelerometer is read by buffer.", "buffer"),
    (
      Sensing(by: .polling, hasEvents: true),
      """
      The accelerometer reports movement by events, and is read by polling while capture runs.
      """, "events"
    ),
  ])
  func statusNamesTheWay(sensing: Sensing, sentence: String, name: String) {
    let run = run(
      sensing, [Cue.line("status", at: 3), Cue.line("status --json", at: 4)], until: 4.5)
    #expect(run.said().first?.contains(sentence) == true)
    #expect(run.said().last?.contains("\"sensing\":\"\(name)\"") == true)
  }
}
