import StandIns
import Testing

@testable import Tools

@Suite struct ClockCheckTests {
  @Test func aClockThatNobodyHasSetIsAWarning() {
    let finding = ClockCheck(isSynchronised: false, batteryClocks: []).finding
    #expect(finding.verdict == .warning)
    #expect(finding.sentence.key == "doctor.clock.unset")
  }

  @Test func theBatteryClockIsNamed() {
    let finding = ClockCheck(isSynchronised: false, batteryClocks: ["rtc-ds1307"]).finding
    #expect(finding.verdict == .warning)
    #expect(finding.sentence.english.contains("rtc-ds1307"))
  }

  @Test func aSynchronisedClockIsGood() {
    #expect(ClockCheck(isSynchronised: true, batteryClocks: []).finding.verdict == .good)
  }
}

@Suite struct RealTimeClockTests {
  @Test func aBoardWithoutOneHasNone() throws {
    #expect(RealTimeClock.names(under: try SysfsTree().root) == [])
  }

  @Test func eachIsCalledAsItsDriverSays() throws {
    let tree = try SysfsTree()
    try tree.add("rtc0", ["name": "rpi_rtc 107d517000.rtc"])
    try tree.add("rtc1", [:])
    #expect(RealTimeClock.names(under: tree.root) == ["rpi_rtc 107d517000.rtc", "rtc1"])
  }
}
