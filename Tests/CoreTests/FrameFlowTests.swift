import Testing

@testable import Core

@Suite struct FrameFlowTests {
  private var flow = FrameFlow()

  @Test mutating func aCameraThatIsOpenedAnewBeginsAnew() {
    flow.opened(framesPerSecond: 25, at: .at(0))
    for number in 1...90 {
      let frame = Frame(sequence: UInt32(number), byteCount: 1, stamped: .at(Double(number) / 25))
      flow.receive(
        RecentFrames(newest: frame, previous: nil), stamped: frame.stamped, at: frame.stamped)
    }
    #expect(flow.perSecond.map { $0.rounded() } == 25)
    flow.opened(framesPerSecond: 25, at: .at(9))
    #expect(flow.perSecond == nil)
    #expect(flow.frames.newest == nil)
  }
}

@Suite struct RecentFramesTests {
  private var frames = RecentFrames()

  private func nearest(_ planned: Double, since earliest: Double = -100, besides used: Frame? = nil)
    -> Frame?
  {
    frames.nearest(to: .at(planned), notBefore: .at(earliest), besides: used)
  }

  @Test func withoutFramesThereIsNone() {
    #expect(nearest(0) == nil)
  }

  @Test mutating func aFrameBeforeThePlanWaitsForTheNext() {
    frames.receive(.at(0.99))
    #expect(nearest(1) == nil)
  }

  @Test(arguments: [(0.99, 1.03, 0.99), (0.97, 1.01, 1.01), (0.98, 1.02, 0.98), (1.0, 1.04, 1.0)])
  mutating func theNearestIsTaken(before: Double, after: Double, expected: Double) {
    frames.receive(.at(before, 1))
    frames.receive(.at(after, 2))
    #expect(nearest(1)?.stamped == .at(expected))
  }

  @Test mutating func aFrameFromBeforeThePressIsNotTaken() {
    frames.receive(.at(0.99, 1))
    frames.receive(.at(1.03, 2))
    #expect(nearest(1, since: 0.995)?.sequence == 2)
  }

  @Test mutating func aUsedFrameIsNotTakenAgain() {
    frames.receive(.at(0.99, 1))
    frames.receive(.at(1.03, 2))
    #expect(nearest(1, besides: .at(0.99, 1))?.sequence == 2)
    #expect(nearest(1.02, besides: .at(1.03, 2)) == nil)
  }

  @Test mutating func onlyTwoAreHeld() {
    for sequence: UInt32 in 1...3 { frames.receive(.at(Double(sequence), sequence)) }
    #expect(nearest(1)?.sequence == 2)
  }
}

@Suite struct FrameRateTests {
  private var rate = FrameRate()

  @Test mutating func thereIsNoneBeforeAWholeWindow() {
    rate.receive(at: .at(0))
    rate.receive(at: .at(1.99))
    #expect(rate.perSecond == nil)
  }

  @Test mutating func itIsTheMeanOverTheLastWindow() {
    for tick in 0...200 { rate.receive(at: .at(Double(tick) * 0.04)) }
    #expect(rate.perSecond == 25)
    for second in 9...12 { rate.receive(at: .at(Double(second))) }
    #expect(rate.perSecond == 1)
  }
}

@Suite struct FrameCountsTests {
  @Test func whatIsNoPictureIsDamagedWhateverIsWrongWithIt() {
    var counts = FrameCounts()
    (counts.errorFlag, counts.short, counts.badStart, counts.badEnd) = (1, 20, 300, 4000)
    #expect(counts.damaged == 4321)
  }
}
