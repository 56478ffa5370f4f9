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
