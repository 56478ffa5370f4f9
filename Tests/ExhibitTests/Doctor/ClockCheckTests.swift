import Testing

@testable import Exhibit

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
