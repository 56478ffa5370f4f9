import Drivers
import Testing

@testable import Tools

@Suite struct SupplyCheckTests {
  private static func verdict(_ alarm: Bool?, _ bits: UInt32?) -> Finding.Verdict? {
    SupplyCheck(isUnderVoltage: alarm, throttling: bits.map { ThrottleMonitor(bits: $0) })
      .finding?.verdict
  }

  @Test func aBoardThatCannotTellSaysNothing() {
    #expect(Self.verdict(nil, nil) == nil)
  }

  @Test func eitherOfTheTwoMayCallItTooLow() {
    #expect(Self.verdict(true, nil) == .bad)
    #expect(Self.verdict(false, 1) == .bad)
  }

  @Test func heatNowAndALowSupplyBeforeAreWarnings() {
    #expect(Self.verdict(false, 0x8) == .warning)
    #expect(Self.verdict(nil, 0x10000) == .warning)
  }

  @Test func nothingSaidIsGood() {
    #expect(Self.verdict(false, nil) == .good)
    #expect(Self.verdict(nil, 0) == .good)
  }
}
