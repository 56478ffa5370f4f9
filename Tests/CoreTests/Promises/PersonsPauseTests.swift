import Testing

@testable import Core

/// A pause that a person asked for: it costs no photo, nothing forbids it, and only a person ends it.
@Suite struct PersonsPauseTests {
  @Test(arguments: [1, 3])
  func aPauseBeforeTheGestureIsKnownCostsNoPhoto(count: Int) {
    let run = Recording(.board { $0.count = count }, [Cue.press(5), Cue.line("pause", at: 5.2)])
    #expect(run.stored.map(\.planned) == (0..<count).map { .at(8 + Double($0)) })
    #expect(run.reasons.isEmpty)
  }

  @Test func aPauseDuringAPressThatEndsAPauseCostsNoPhoto() {
    let run = Recording([Cue.line("pause", at: 3), Cue.press(9), Cue.line("pause", at: 9.2)])
    #expect(run.stored.map(\.planned) == [.at(12)])
  }

  @Test func aPauseThatWasPromisedDuringAGestureHolds() {
    let script = [Cue.press(5), Cue.line("pause", at: 5.2), Cue.press(5.3)]
    let run = Recording(script, until: 15)
    let isRefused = run.said().contains { $0.hasPrefix("Busy") }
    #expect(isRefused != (run.machine.capture.state == .paused(.manual)))
    #expect(run.answered() == 1)
  }

  /// What pauses capture besides, from 6 s to 9 s.
  enum Hindrance: CaseIterable {
    case heat, fullCard

    var script: [Cue] {
      switch self {
      case .heat: Cue.measured(celsius: 85, at: 6) + Cue.measured(celsius: 60, at: 9)
      case .fullCard: Cue.measured(free: 1, at: 6) + Cue.measured(at: 9)
      }
    }

    var cause: Capture.PauseCause { self == .heat ? .overTemperature : .lowStorage }
  }

  @Test(arguments: Hindrance.allCases, [4.0, 7])
  func anotherCauseNeitherTakesItsPlaceNorEndsIt(hindrance: Hindrance, asked: Double) {
    let run = Recording([hindrance.script, Cue.line("pause", at: asked)], until: 15)
    #expect(run.openings == [.at(0)])
    #expect(run.machine.capture.state == .paused(.manual))
  }

  @Test(arguments: Hindrance.allCases, [4.0, 7])
  func theGravestCauseIsShownMeanwhile(hindrance: Hindrance, asked: Double) {
    let run = Recording([hindrance.script, Cue.line("pause", at: asked)], until: 8)
    #expect(run.machine.capture.state == .paused(hindrance.cause))
  }

  @Test(arguments: Hindrance.allCases, [4.0, 7])
  func itEndsByAPersonWhenTheOtherCausesHaveEnded(hindrance: Hindrance, asked: Double) {
    let run = Recording(
      [hindrance.script, Cue.line("pause", at: asked), Cue.line("resume", at: 12)], until: 15)
    #expect(run.openings == [.at(0), .at(12)])
    #expect(run.lastAtWork.capture.state == .running)
  }

  @Test(arguments: Hindrance.allCases)
  func aBoardThatIsHotOrFullMayBePaused(hindrance: Hindrance) {
    let run = Recording([hindrance.script, Cue.line("pause", at: 7)], until: 8)
    #expect(run.said().isEmpty)
    #expect(run.answered() == 1)
    #expect(run.announced.contains("capture.paused.manual"))
  }

  @Test func aBoardWithABrokenStoreMayBePaused() {
    let run = Recording([Cue.line("pause", at: 7)], until: 12) {
      $0.openingFailures[.store] = (.broken(.store), 99)
    }
    #expect(run.closings == [.at(7)])
    #expect(run.machine.capture.state == .paused(.manual))
  }

  /// The board falls asleep after 5 s without movement.
  private static let drowsy = Settings.board {
    $0.roles.insert(.accelerometer)
    $0.idleAfter = .seconds(5)
  }

  @Test(arguments: Hindrance.allCases)
  func aBoardThatNobodyMovedSleepsOnWhenItHasCooledDownOrHasRoom(hindrance: Hindrance) {
    let run = Recording(Self.drowsy, [hindrance.script], until: 12)
    #expect(run.openings == [.at(0)])
    #expect(run.machine.capture.state == .paused(.idle))
  }

  @Test(arguments: Hindrance.allCases)
  func movementMeanwhileWakesItThen(hindrance: Hindrance) {
    let moved = [Cue(.accelerometer(.jolted(stamped: .at(7))), at: .at(7))]
    let run = Recording(Self.drowsy, [hindrance.script, moved], until: 12)
    #expect(run.openings == [.at(0), .at(9)])
  }
}
