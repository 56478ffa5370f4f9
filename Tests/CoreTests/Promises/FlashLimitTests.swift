import Testing

@testable import Core

/// Nothing flashes more than three times in any second, whatever comes together.
@Suite struct FlashLimitTests {
  /// Presses a fifth of a second apart.
  private func presses(_ count: Int, from seconds: Double, every interval: Double = 0.2) -> [Cue] {
    (0..<count).flatMap { Cue.press(seconds + interval * Double($0), hold: 0.08) }
  }

  @Test(arguments: BoardState.allCases, Gesture.allCases)
  func noGestureInAnyState(state: BoardState, gesture: Gesture) {
    #expect(state.run(gesture).mostFlashesInASecond <= 3)
  }

  @Test(arguments: BoardState.allCases, [0.1, 0.2, 0.3])
  func noHaste(state: BoardState, interval: Double) {
    let run = state.run([presses(8, from: 10, every: interval)])
    #expect(run.mostFlashesInASecond <= 3)
  }

  /// Ready shows a blip every 3 s; clicks come around one.
  @Test(arguments: Array(stride(from: 5.5, through: 6.6, by: 0.05)))
  func aTripleClickAroundABlip(start: Double) {
    #expect(Recording([presses(3, from: start)]).mostFlashesInASecond <= 3)
  }

  @Test(arguments: Array(stride(from: 5.1, through: 8.5, by: 0.1)))
  func clicksDuringACountdown(start: Double) {
    let run = Recording(.board { $0.count = 2 }, [Cue.press(5), presses(4, from: start)])
    #expect(run.mostFlashesInASecond <= 3)
  }

  @Test(arguments: Array(stride(from: 8.0, through: 10, by: 0.1)))
  func clicksDuringASign(start: Double) {
    let run = Recording([Cue.press(5), presses(3, from: start)])
    #expect(run.mostFlashesInASecond <= 3)
  }

  /// It shows at once what it has to, which is a flash like any other.
  @Test(arguments: Array(stride(from: 0.1, through: 1.2, by: 0.05)))
  func aLightThatIsFoundLateAndClicksRightAfterThat(found: Double) {
    let settings = Settings.board { $0.gestures.tripleClick = .clip }
    let run = Recording(settings, [presses(6, from: found + 0.05, every: 0.12)], until: 4) {
      $0.openingTimes[.light] = .seconds(found)
      $0.settling = .seconds(30)
    }
    var (isOn, flashes) = (false, [Instant]())
    for entry in run.entries where entry.at >= .at(found) {
      guard case .output(.light(let isLit)) = entry.effect else { continue }
      if isLit, !isOn { flashes.append(entry.at) }
      isOn = isLit
    }
    #expect(flashes.count > 3)
    #expect(zip(flashes, flashes.dropFirst(3)).allSatisfy { $1 >= $0 + .seconds(1) })
  }

  @Test func signsOneAfterTheOther() {
    let patterns = ["stored", "cancelled", "stored"].map { Cue.line("light \($0)", at: 5) }
    #expect(Recording(patterns).mostFlashesInASecond <= 3)
  }

  @Test(arguments: Pattern.allCases, [0.1, 0.3])
  func aPatternDuringWhichSomebodyPresses(pattern: Pattern, interval: Double) {
    let line = Cue.line("light \(pattern.rawValue)", at: 5)
    let run = Recording([line, presses(4, from: 5.2, every: interval)])
    #expect(run.mostFlashesInASecond <= 3)
  }

  /// Patterns that flash more than once, or at once.
  private static let restless: [Pattern] = [
    .pressHeard, .frameKept, .stored, .cancelled, .refused, .counting, .shuttingDown,
  ]

  @Test(arguments: restless, restless)
  func aPatternRightAfterAnother(first: Pattern, next: Pattern) {
    let run = Recording(
      [
        Cue.line("light \(first.rawValue)", at: 5), Cue.line("light \(next.rawValue)", at: 5.4),
        Cue.line("light \(first.rawValue)", at: 5.8),
      ], until: 12)
    #expect(run.mostFlashesInASecond <= 3)
  }

  @Test(arguments: [300, 400, 500, 700])
  func photosOfAQuickSeries(milliseconds: Int) {
    let settings = Settings.board {
      ($0.count, $0.interval) = (12, .milliseconds(milliseconds))
      $0.countdown = .seconds(1)
    }
    #expect(Recording(settings, [Cue.press(5)]).mostFlashesInASecond <= 3)
  }

  @Test func thePressesAreHeardAllTheSame() {
    let run = Recording([presses(3, from: 5)])
    let ticks = run.showings(of: [10], by: .buzzer)
    #expect([5, 5.2, 5.4].allSatisfy { ticks.contains(.at($0)) })
  }

  @Test func aSignWaitsAtMostASecondForThePressesBeforeIt() {
    let settings = Settings.board {
      $0.roles.remove(.camera)
      $0.gestures.tripleClick = .clip
    }
    let run = Recording(settings, [presses(3, from: 5)])
    let known = Instant.at(5.83)
    #expect(run.announcements.last?.at == known)
    #expect(run.showings(of: .refusedSign, by: .light).contains { $0 - known <= .seconds(1) })
  }
}
