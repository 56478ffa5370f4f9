import Testing

@testable import Core

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
