import Testing

@testable import Core

/// Photos that fall due while the gesture that asks for them is still being made.
@Suite struct CountdownZeroTests {
  private func burst(_ count: Int, every milliseconds: Int = 100) -> Settings {
    .board {
      $0.countdown = .zero
      ($0.count, $0.interval) = (count, .milliseconds(milliseconds))
      $0.gestures.doubleClick = .none
    }
  }

  @Test(arguments: [4, 5, 9, 20], [0.1, 0.6, 1.1])
  func aBurstLosesNoPhotoHoweverLongItsGestureStaysOpen(count: Int, hold: Double) {
    let run = Recording(burst(count), [Cue.press(5, hold: hold)])
    #expect(run.reasons.isEmpty)
    #expect(run.stored.map(\.planned) == (0..<count).map { .at(5 + 0.1 * Double($0)) })
  }

  @Test(arguments: [0.1, 1.1])
  func aBurstIntoASlowMediumLosesNoPhoto(hold: Double) {
    let run = Recording(burst(8), [Cue.press(5, hold: hold)]) { $0.flush = .milliseconds(300) }
    #expect(run.reasons.isEmpty)
    #expect(run.stored.map(\.index) == Array(0..<8))
  }

  @Test func noFrameIsStoredTwice() {
    let run = Recording(burst(9), [Cue.press(5, hold: 1.1)])
    #expect(run.stored.count == 9)
    #expect(Set(run.stored.map(\.frame)).count == run.stored.count)
  }

  @Test func aBurstThatWasNotMeantIsDroppedAndNothingIsSaidOfIt() {
    let run = Recording(burst(9), [Cue.press(5, hold: 0.3), Cue.press(5.6, hold: 0.3)])
    #expect(run.announced.isEmpty)
    #expect(run.dropped == run.kept.map(\.id))
    #expect(!run.shows(.refusedSign, by: .light, from: 5, to: 15))
    #expect(!run.shows(.refusedSign, by: .buzzer, from: 5, to: 15))
  }

  @Test func aPhotoThatFailedAndWasNotMeantIsNoFailure() {
    let run = Recording(burst(1), [Cue.press(5), Cue.press(5.3)]) { $0.unkept = [1] }
    #expect(run.announced.isEmpty)
    #expect(!run.shows(.refusedSign, by: .light, from: 5, to: 15))
  }

  @Test func aPhotoThatFailedIsToldOnceItIsKnownThatItWasMeant() {
    let run = Recording(burst(1), [Cue.press(5)]) { $0.unkept = [1] }
    #expect(run.announced == ["photo.failed"])
    #expect(run.announcement(of: "photo.failed") == .at(5.45))
    #expect(run.shows(.refusedSign, by: .light, from: 5.45, to: 7))
    #expect(run.shows(.refusedSign, by: .buzzer, from: 5.45, to: 7))
  }
}
