import Testing

@testable import Core

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
