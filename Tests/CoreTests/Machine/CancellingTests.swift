import Testing

@testable import Core

@Suite struct CancellingTests {
  @Test func pressDuringCountdownCancelsIt() {
    let run = Recording([Cue.press(5), Cue.press(6)])
    #expect(run.kept.isEmpty)
    #expect(run.announcement(of: "shutter.cancelled") == .at(6.01))
  }

  @Test(arguments: [[6.0], [6, 6.2], [6, 6.2, 6.4], [6, 6.2, 6.4, 6.6]])
  func howeverManyClicksCancelAndAskForNothingElse(presses: [Double]) {
    let run = Recording([Cue.press(5)] + presses.map { Cue.press($0, hold: 0.1) })
    #expect(run.kept.isEmpty)
    #expect(run.announced.filter { $0 == "shutter.cancelled" }.count == 1)
    #expect(!run.announced.contains("shutter.nothing-to-cancel"))
  }

  @Test func aLongPressCancelsOnce() {
    let run = Recording([Cue.press(5), Cue.press(6, hold: 3)])
    #expect(run.announcement(of: "shutter.cancelled") == .at(6.01))
    #expect(run.announced.filter { $0 == "shutter.cancelled" }.count == 1)
  }

  @Test func aConsoleCancelsTheButtonsSeries() {
    let run = Recording([Cue.press(5), Cue.line("cancel", at: 6)])
    #expect(run.kept.isEmpty)
    #expect(run.answered() == 1)
  }

  @Test func theButtonCancelsAConsolesSeriesAndItIsTold() {
    let run = Recording([Cue.line("snap", at: 5), Cue.press(6)])
    #expect(run.kept.isEmpty)
    #expect(run.said() == [Phrase.cancelled.english])
    #expect(run.answered() == 1)
  }

  @Test func withoutASeriesThereIsNothingToCancel() {
    let run = Recording([Cue.line("cancel", at: 5)])
    #expect(run.announced == ["shutter.nothing-to-cancel"])
    #expect(run.answered() == 1)
  }

  @Test func aGestureUnderWayIsNoSeriesYet() {
    let run = Recording([Cue.press(5), Cue.line("cancel", at: 5.2)])
    #expect(run.announced.first == "shutter.nothing-to-cancel")
    #expect(run.stored.count == 1)
  }

  @Test func aPressUnderWayIsSaidToBeThatAndNoCountdown() {
    let run = Recording([Cue.press(5), Cue.line("pause", at: 5.2), Cue.line("pause", at: 6)])
    #expect(run.said().first == Phrase.busyPressed.english)
    #expect(run.said().last?.contains("\"cancel\" ends it") == true)
  }

  @Test func afterACancelledSeriesAPressAsksForTheNext() {
    let run = Recording([Cue.press(5), Cue.press(6), Cue.press(7)])
    #expect(run.stored.map(\.planned) == [.at(10)])
  }
}
