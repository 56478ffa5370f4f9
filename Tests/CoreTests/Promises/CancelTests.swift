import Testing

@testable import Core

/// A press during a countdown or series: its first edge cancels what it saw, and the rest means nothing.
@Suite struct CancelTests {
  private let three = Settings.board { $0.count = 3 }

  @Test(arguments: [0.05, 0.1, 1, 3])
  func theFirstEdgeCancelsHoweverLongThePressIs(hold: Double) {
    let run = Recording([Cue.press(5), Cue.press(6, hold: hold)])
    #expect(run.announcement(of: "shutter.cancelled") == .at(6.01))
    #expect(run.kept.isEmpty)
    #expect(run.announced == ["shutter.counting", "shutter.cancelled"])
  }

  @Test(arguments: [[6.3], [6.3, 6.6], [6.2, 6.4, 6.6, 6.8]])
  func theRestOfItsGestureMeansNothing(presses: [Double]) {
    let run = Recording([Cue.press(5), Cue.press(6)] + presses.map { Cue.press($0) })
    #expect(
      run.announcements.last.map { $0.at == .at(6.01) && $0.phrase.key == "shutter.cancelled" }
        == true
    )
    #expect(run.kept.isEmpty)
  }

  @Test func aPressThatBeginsBeforeThePhotoAndEndsAfterItCancelsIt() {
    let run = Recording([Cue.press(5), Cue.press(7.95, hold: 0.4)])
    #expect(run.kept.isEmpty)
    #expect(run.announced == ["shutter.counting", "shutter.cancelled"])
  }

  @Test func aPressBetweenTwoPhotosCancelsTheNextAtOnce() {
    let run = Recording(three, [Cue.press(5), Cue.press(8.9, hold: 0.3)])
    #expect(run.stored.map(\.index) == [0])
    #expect(run.announcement(of: "shutter.cancelled") == .at(8.91))
  }

  @Test func whatBeganAfterItsFirstEdgeIsNotWhatItCancels() {
    let run = Recording([
      Cue.press(5), Cue.press(7, hold: 1), Cue.line("snap --in 5", at: 7.4),
    ])
    #expect(run.stored.map(\.planned) == [.at(12.4)])
    #expect(run.announcement(of: "shutter.cancelled") == .at(7.01))
  }

  @Test func aConsoleThatCancelsAfterItFindsNothingLeft() {
    let run = Recording([Cue.press(5), Cue.press(7, hold: 1), Cue.line("cancel", at: 7.2)])
    #expect(
      run.announced == ["shutter.counting", "shutter.cancelled", "shutter.nothing-to-cancel"])
  }

  @Test func aVeryLongPressCancelsAtOnceAndShutsDownInTheEnd() {
    let run = Recording([Cue.press(5), Cue.press(6, hold: 7)])
    #expect(run.announcement(of: "shutter.cancelled") == .at(6.01))
    #expect(run.announcement(of: "machine.shutdown-by-button") == .at(12))
  }

  @Test func anEdgeThatIsReadLateCancelsWhatWasDueAfterItsStamp() {
    let run = Recording(three, [Cue.press(5), Cue.press(8.5, hold: 2)]) { $0.flush = .seconds(1.5) }
    #expect(run.stored.map(\.index) == [0])
    #expect(run.announced.contains("shutter.cancelled"))
  }

  @Test func theNextPressAsksForPhotosAgain() {
    let run = Recording([Cue.press(5), Cue.press(6, hold: 0.2), Cue.press(6.8)])
    #expect(run.stored.map(\.planned) == [.at(9.8)])
  }

  @Test func theSignFollowsThePress() {
    let run = Recording([Cue.press(5), Cue.press(6.7, hold: 1)])
    #expect(run.shows(.cancelledSign, by: .light, from: 6.7, to: 7.8))
    #expect(run.shows(.cancelledSign, by: .buzzer, from: 6.7, to: 7.8))
  }
}
