import Testing

@testable import Core

@Suite struct PhotoTests {
  @Test func aPhotoThatCannotBeKeptIsRefusedWithItsReason() {
    let run = Recording([Cue.press(5)]) { $0.unkept = [1] }
    #expect(run.stored.isEmpty)
    #expect(run.announced.contains("photo.failed"))
    #expect(run.light(from: 8.2, to: 9) == [-20, 500, -200, 80])
  }

  @Test func aPhotoThatCannotBeStoredIsRefusedWithItsReason() {
    let run = Recording([Cue.press(5)]) { $0.unstored = [1] }
    #expect(run.announced.contains("photo.failed"))
    #expect(!run.announced.contains("photo.stored"))
  }

  @Test func aPressBecomesADurablePhotoAtItsPlannedInstant() throws {
    let run = Recording([Cue.press(5)])
    let shot = try #require(run.stored.first)
    #expect(run.stored.count == 1)
    #expect(shot.planned == .at(8))
    #expect((shot.actual - .at(8)).magnitude <= .milliseconds(20))
    #expect(run.announced.suffix(2) == ["shutter.counting", "photo.stored"])
  }

  @Test(arguments: [10, 1000])
  func waitingToKnowTheGestureCostsNothing(holdMilliseconds: Int) throws {
    let run = Recording([Cue.press(5, hold: Double(holdMilliseconds) / 1000)])
    #expect(run.stored.map(\.planned) == [.at(8)])
  }

  @Test(arguments: [
    (5.00, 4.98), (5.01, 5.02), (5.035, 5.02), (5.041, 5.06),
  ])
  func withoutACountdownTheNearestFrameIsTakenEvenFromBeforeThePress(
    press: Double, frame: Double
  ) {
    let run = Recording(.board { $0.countdown = .zero }, [Cue.press(press)])
    #expect(run.stored.map(\.actual) == [.at(frame)])
    #expect(run.stored.map(\.planned) == [.at(press)])
  }

  /// While a photo was written the loop was away: the edge is read late, and so are the frames, of
  /// which the driver had room for five.
  @Test(arguments: [(5.07, 5.06), (5.13, 5.14), (5.19, 5.18), (5.23, 5.22), (5.3, 5.22)])
  func aPressDuringAFlushGetsTheNearestFrameTooWhenBothAreReadLate(press: Double, frame: Double) {
    let settings = Settings.board { $0.countdown = .zero }
    let script = [Cue.line("snap", at: 5), Cue.press(press)]
    let run = Recording(settings, script) { $0.flush = .milliseconds(400) }
    #expect(run.stored.map(\.planned) == [.at(5), .at(press)])
    #expect(run.stored.last?.actual == .at(frame))
  }

  @Test func withACountdownAFrameFromBeforeThePressIsNotUsed() {
    let settings = Settings.board { $0.countdown = .milliseconds(10) }
    let run = Recording(settings, [Cue.press(5)])
    #expect(run.stored.map(\.actual) == [.at(5.02)])
  }

  @Test func aTentativePhotoIsKeptAtTheEdgeAndStoredWhenTheGestureIsKnown() {
    let run = Recording(.board { $0.countdown = .zero }, [Cue.press(5)])
    #expect(run.world.log.first { $0.effect == .photo(.keep(run.kept[0])) }?.at == .at(5.02))
    #expect(run.times(of: .photo(.store(run.kept[0]))) == [.at(5.45)])
  }

  @Test func aTentativePhotoIsDroppedWhenTheGestureBecomesAnother() {
    let run = Recording(
      .board { $0.countdown = .zero }, [Cue.press(5), Cue.press(5.3)])
    #expect(run.kept.count == 1)
    #expect(run.dropped == [1])
    #expect(run.stored.isEmpty)
    #expect(run.announced.contains("clip.wanted"))
  }

  @Test func aClickIsKnownAtItsReleaseWhereDoubleAndTripleMeanNothing() {
    let settings = Settings.board {
      $0.countdown = .zero
      $0.gestures.doubleClick = .none
      $0.gestures.tripleClick = .none
    }
    let run = Recording(settings, [Cue.press(5)])
    #expect(run.times(of: .photo(.store(run.kept[0]))) == [.at(5.1)])
  }

  @Test func aSignalTakesAPhotoAsAClickWould() {
    let run = Recording([Cue.signal(.snap, at: 5)])
    #expect(run.stored.map(\.planned) == [.at(8)])
  }

  @Test func aSignalDuringAGestureTakesItsPlace() {
    let settings = Settings.board { $0.countdown = .zero }
    let run = Recording(settings, [Cue.press(5), Cue.signal(.snap, at: 5.2)])
    #expect(run.dropped == [1])
    #expect(run.stored.count == 2)
    #expect(run.machine.isFinished)
  }

  @Test func photosOfOthersAreNotReplacedByAGestureThatBeganBeforeThem() {
    let run = Recording([Cue.press(5), Cue.line("snap --in 4", at: 5.2)])
    #expect(run.stored.map(\.planned) == [.at(9.2)])
    #expect(run.announced.contains("shutter.busy"))
    #expect(run.answered() == 1)
  }

  @Test func aPressWhileAPhotoIsStoredIsTakenAtItsOwnTime() {
    let run = Recording([Cue.press(5), Cue.press(8.1)]) { $0.flush = .seconds(1) }
    #expect(run.stored.map(\.planned) == [.at(8), .at(11.1)])
  }

  @Test func aFrameThatWaitedDuringALongFlushIsInTimeForItsPhoto() {
    let run = Recording([Cue.line("snap --in 0 --count 2 --every 0.31", at: 9.95)]) {
      ($0.camera.period, $0.flush) = (.milliseconds(60), .seconds(5.3))
    }
    #expect(run.stored.map(\.actual) == [.at(9.94), .at(10.24)])
  }
}
