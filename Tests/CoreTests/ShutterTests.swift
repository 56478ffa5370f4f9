import Testing

@testable import Core

@Suite struct ShutterTests {
  private var shutter = Shutter()
  private var frames = RecentFrames()

  private func series(countdown: Double = 3, count: Int = 1, interval: Double = 1) -> Series {
    Series(
      origin: .at(0), countdown: .seconds(countdown), interval: .seconds(interval), count: count)
  }

  @Test mutating func aShotWithoutAFrameIsMissedAfterFiveSeconds() {
    shutter.start(series(), isTentative: false)
    shutter.trigger()
    #expect(shutter.choose(from: frames) == nil)
    #expect(shutter.dueAt == nil)
    #expect(shutter.missedAt == .at(8))
    let missed = shutter.giveUp()
    #expect(missed?.series == series() && missed?.index == 0)
    #expect(shutter.state == .complete)
  }

  @Test mutating func aFrameFromAfterTheFiveSecondsIsNotItsOwn() {
    shutter.start(series(), isTentative: false)
    shutter.trigger()
    frames.receive(.at(8.01))
    #expect(shutter.choose(from: frames) == nil)
  }

  @Test mutating func nothingIsGivenUpBeforeItIsDue() {
    shutter.start(series(), isTentative: false)
    let missed = shutter.giveUp()
    #expect(missed?.series == nil)
    #expect(shutter.state == .counting(series()))
  }

  @Test mutating func aMissedShotDoesNotEndItsSeries() {
    shutter.start(series(count: 2), isTentative: false)
    shutter.trigger()
    _ = shutter.giveUp()
    #expect(shutter.state == .interval(series(count: 2), next: 1))
  }

  @Test mutating func nothingIsTakenBeforeItIsDue() {
    shutter.start(series(), isTentative: false)
    frames.receive(.at(3.01))
    #expect(shutter.choose(from: frames) == nil)
  }

  @Test(arguments: [(0, 3.0), (1, 3.5), (2, 4.0)])
  mutating func plannedInstantsFollowFromTheOriginHoweverLateEachShotWas(
    index: Int, planned: Double
  ) {
    shutter.start(series(count: 3, interval: 0.5), isTentative: false)
    for earlier in 0..<index {
      shutter.trigger()
      frames.receive(.at(3.4 + Double(earlier), UInt32(earlier)))
      #expect(shutter.choose(from: frames)?.index == earlier)
    }
    #expect(shutter.planned == .at(planned))
    #expect(shutter.dueAt == .at(planned))
  }

  @Test mutating func theLastShotCompletesTheSeries() throws {
    shutter.start(series(countdown: 0), isTentative: false)
    shutter.trigger()
    frames.receive(.at(0.02))
    let taken = shutter.choose(from: frames)
    let shot = try #require(taken)
    #expect(shot.isLast)
    #expect(shot.planned == .at(0))
    #expect(shot.actual == .at(0.02))
    #expect(shutter.state == .complete)
    #expect(shutter.dueAt == nil)
  }

  @Test mutating func noFrameIsUsedTwice() {
    shutter.start(series(countdown: 0, count: 2, interval: 0.1), isTentative: false)
    shutter.trigger()
    frames.receive(.at(0.5, 7))
    _ = shutter.choose(from: frames)
    shutter.trigger()
    #expect(shutter.choose(from: frames) == nil)
    frames.receive(.at(0.6, 8))
    #expect(shutter.choose(from: frames)?.frame == .at(0.6, 8))
  }

  @Test mutating func aReopenedCamerasFrameMayHaveTheNumberOfAUsedOne() {
    shutter.start(series(countdown: 0, count: 2, interval: 0.1), isTentative: false)
    shutter.trigger()
    frames.receive(.at(0.05, 0))
    _ = shutter.choose(from: frames)
    shutter.trigger()
    frames.receive(.at(3, 0))
    #expect(shutter.choose(from: frames)?.frame == .at(3, 0))
  }

  @Test mutating func shotsAreNumberedThroughAllSeries() {
    var ids: [Shot.ID?] = []
    for second in 1...3 {
      shutter.start(series(countdown: 0), isTentative: false)
      shutter.trigger()
      frames.receive(.at(Double(second)))
      ids.append(shutter.choose(from: frames)?.id)
    }
    #expect(ids == [1, 2, 3])
  }

  @Test mutating func aTentativeSeriesIsNotShown() {
    shutter.start(series(), isTentative: true)
    #expect(shutter.shown == .ready)
    _ = shutter.confirm()
    #expect(shutter.shown == .counting(series()))
  }

  @Test mutating func anAbandonedSeriesNeverWas() {
    shutter.start(series(), isTentative: true)
    shutter.trigger()
    shutter.abandon()
    #expect(shutter.state == .ready)
    #expect(shutter.dueAt == nil)
  }

  @Test mutating func onlyATentativeSeriesCanBeAbandoned() {
    shutter.start(series(), isTentative: false)
    shutter.abandon()
    #expect(shutter.state == .counting(series()))
  }

  @Test mutating func cancellingWithoutASeriesChangesNothing() {
    shutter.cancel()
    #expect(shutter.state == .ready)
  }

  @Test mutating func aSeriesMayStartInEveryState() {
    let starts: [(inout Shutter) -> Void] = [
      { _ in }, { $0.trigger() },
      { shutter in
        shutter.trigger()
        _ = shutter.giveUp()
      },
      { $0.cancel() },
    ]
    for prepare in starts {
      shutter.start(series(count: 2), isTentative: false)
      prepare(&shutter)
      shutter.start(series(countdown: 9), isTentative: false)
      #expect(shutter.dueAt == .at(9))
    }
  }

  @Test mutating func aShotWithoutAPictureIsTakenAgainFromAnotherFrame() throws {
    shutter.start(series(count: 2), isTentative: false)
    shutter.trigger()
    frames.receive(.at(3.01, 1))
    let chosen = shutter.choose(from: frames)
    let isChosenAgain = shutter.chooseAgain(for: try #require(chosen))
    #expect(isChosenAgain)
    #expect(shutter.choose(from: frames) == nil)
    frames.receive(.at(3.05, 2))
    #expect(shutter.choose(from: frames)?.frame.sequence == 2)
    #expect(shutter.state == .interval(series(count: 2), next: 1))
  }

  @Test mutating func aShotWithoutAPictureComesFirstThoughTheNextIsDue() throws {
    shutter.start(series(count: 2), isTentative: false)
    shutter.trigger()
    frames.receive(.at(3.01))
    let chosen = shutter.choose(from: frames)
    shutter.trigger()
    let isChosenAgain = shutter.chooseAgain(for: try #require(chosen))
    #expect(isChosenAgain && shutter.planned == .at(3))
    frames.receive(.at(4.02))
    let (first, second) = (shutter.choose(from: frames), shutter.planned)
    #expect(first?.index == 0 && second == .at(4))
  }

  @Test mutating func aShotThatWasCancelledIsNotTakenAgain() throws {
    shutter.start(series(count: 2), isTentative: false)
    shutter.trigger()
    frames.receive(.at(3.01, 1))
    let chosen = shutter.choose(from: frames)
    shutter.cancel()
    let isChosenAgain = shutter.chooseAgain(for: try #require(chosen))
    #expect(!isChosenAgain)
    #expect(shutter.state == .stopped)
  }
}
