import Testing

@testable import Core

@Suite struct StallWatchTests {
  private var watch = StallWatch()

  @Test mutating func aCameraThatWasNotOpenedIsNotJudged() {
    #expect(watch.deadline == nil)
    #expect(watch.judge(at: .at(100)) == nil)
  }

  @Test mutating func aFrameMovesTheDeadlineOn() {
    watch.opened(framesPerSecond: 25, at: .at(0))
    watch.receive(at: .at(1))
    #expect(watch.deadline == .at(3))
    watch.receive(at: .at(2.9))
    #expect(watch.judge(at: .at(3)) == nil)
    #expect(watch.deadline == .at(4.9))
  }

  @Test mutating func theFirstFrameMayTakeFiveSeconds() {
    watch.opened(framesPerSecond: 25, at: .at(0))
    #expect(watch.deadline == .at(5))
  }

  @Test(arguments: [(nil, 2.0), (0, 2), (30, 2), (2.5, 2), (1, 5), (0.5, 10)])
  mutating func aSlowCameraHasFivePeriods(framesPerSecond: Double?, patience: Double) {
    watch.opened(framesPerSecond: framesPerSecond, at: .at(0))
    #expect(watch.deadline == .at(max(5, 2 * patience)))
    watch.receive(at: .at(1))
    #expect(watch.deadline == .at(1 + patience))
  }

  @Test mutating func aSecondStallWithinAMinuteIsAFault() {
    watch.opened(framesPerSecond: 25, at: .at(0))
    #expect(watch.judge(at: .at(5)) == .reopen)
    #expect(watch.deadline == nil)
    watch.opened(framesPerSecond: 25, at: .at(60))
    #expect(watch.judge(at: .at(65)) == .fault)
  }

  @Test mutating func aStallAfterMoreThanAMinuteIsLikeTheFirst() {
    watch.opened(framesPerSecond: 25, at: .at(0))
    #expect(watch.judge(at: .at(5)) == .reopen)
    watch.opened(framesPerSecond: 25, at: .at(60.1))
    #expect(watch.judge(at: .at(65.1)) == .reopen)
  }

  @Test mutating func aLateJudgementGivesTheCameraItsTimeOnceMore() {
    watch.opened(framesPerSecond: 25, at: .at(0))
    watch.receive(at: .at(1))
    #expect(watch.judge(at: .at(9)) == nil)
    #expect(watch.deadline == .at(11))
    #expect(watch.judge(at: .at(15)) == .reopen)
  }

  @Test mutating func halfASecondLateIsNotTooLate() {
    watch.opened(framesPerSecond: 25, at: .at(0))
    watch.receive(at: .at(1))
    #expect(watch.judge(at: .at(3.5)) == .reopen)
  }

  @Test mutating func eachFrameExcusesAnew() {
    watch.opened(framesPerSecond: 25, at: .at(0))
    #expect(watch.judge(at: .at(9)) == nil)
    watch.receive(at: .at(10))
    #expect(watch.judge(at: .at(20)) == nil)
    #expect(watch.judge(at: .at(22)) == .reopen)
  }
}
