import Testing

@testable import Core

/// A series that lasts longer than anybody waits: what fails or ends it is seen, heard and said.
@Suite struct LongSeriesTests {
  /// Photos at 8 s, 28 s, 48 s and so on.
  private let slow = Settings.board { ($0.count, $0.interval) = (10, .seconds(20)) }

  @Test(arguments: [20.0, 5])
  func aFailedPhotoIsSeenAndHeardBeforeTheNextButOne(interval: Double) {
    let settings = Settings.board { ($0.count, $0.interval) = (10, .seconds(interval)) }
    let run = Recording(settings, [Cue.press(5)], until: 40) { $0.unkept = [1] }
    #expect(run.shows(.refusedSign, by: .light, from: 8, to: 13))
    #expect(run.shows(.refusedSign, by: .buzzer, from: 8, to: 13))
  }

  @Test func aPhotoThatCouldNotBeStoredIsSeenAndHeardToo() {
    let run = Recording(slow, [Cue.press(5)], until: 40) { $0.unstored = [2] }
    #expect(run.shows(.refusedSign, by: .light, from: 28, to: 33))
    #expect(run.shows(.refusedSign, by: .buzzer, from: 28, to: 33))
  }

  @Test func aQuickSeriesShowsItsFailureAtTheLatestAfterItsLastPhoto() {
    let settings = Settings.board { $0.count = 15 }
    let run = Recording(settings, [Cue.press(5)], until: 40) { $0.unkept = [1] }
    #expect(run.shows(.refusedSign, by: .light, from: 8, to: 27))
    #expect(run.shows(.refusedSign, by: .buzzer, from: 8, to: 27))
  }

  /// What ends a series at 10 s.
  enum End: CaseIterable {
    case heat, fullCard

    var script: [Cue] {
      self == .heat ? Cue.measured(celsius: 85, at: 10) : Cue.measured(free: 1, at: 10)
    }
    var reason: String { self == .heat ? "heat.too-hot" : "storage.low" }
    var cause: Capture.PauseCause { self == .heat ? .overTemperature : .lowStorage }
  }

  @Test(arguments: End.allCases)
  func onlyWhatFallsDueWithinHalfAMinuteIsFinished(end: End) {
    let run = Recording(slow, [Cue.press(5), end.script], until: 60)
    #expect(run.stored.map(\.planned) == [.at(8), .at(28)])
    #expect(run.announced.contains(end.reason))
    #expect(run.reasons.isEmpty)
  }

  @Test(arguments: End.allCases)
  func capturePausesWhenThatIsDone(end: End) {
    let run = Recording(slow, [Cue.press(5), end.script], until: 60)
    #expect(run.openings == [.at(0)])
    #expect(run.closings.count == 1)
    #expect(run.closings.allSatisfy { $0 > .at(28) && $0 < .at(41) })
    #expect(run.machine.capture.state == .paused(end.cause))
  }

  @Test(arguments: End.allCases)
  func aSeriesOfWhichNothingIsDueSoonEndsAtOnceWithItsCause(end: End) throws {
    let script = [Cue.line("snap --in 0 --count 3 --every 120", at: 5), end.script]
    let run = Recording(script, until: 30)
    #expect(run.stored.map(\.planned) == [.at(5)])
    #expect(try #require(run.closings.first) < .at(11))
    #expect(run.announcement(of: end.reason).map { $0 < .at(11) } == true)
    #expect(run.times(of: .console(.answered(SessionID(number: 1)))).count == 1)
  }

  @Test(arguments: End.allCases)
  func aSeriesThatPausesBetweenItsPhotosIsNotResumed(end: End) {
    let settings = Settings.board {
      $0.roles.insert(.accelerometer)
      $0.idleAfter = .seconds(4)
    }
    let script = [Cue.line("snap --in 0 --count 3 --every 60", at: 1), end.script]
    let run = Recording(settings, script, until: 90)
    #expect(run.stored.map(\.planned) == [.at(1)])
    #expect(run.openings == [.at(0)])
    #expect(run.announced.contains(end.reason))
  }

  @Test func aPressAfterItsEndIsRefusedAndCancelsNothing() {
    let hot = Cue.measured(celsius: 85, at: 10)
    let run = Recording(slow, [Cue.press(5), hot, Cue.press(50)], until: 60)
    #expect(!run.announced.contains("shutter.cancelled"))
    #expect(run.announcements.last?.phrase.key == "heat.too-hot")
    #expect(run.announcements.last.map { $0.at > .at(50) } == true)
  }
}
