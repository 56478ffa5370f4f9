import Testing

@testable import Drivers

@Suite struct SupplyMonitorTests {
  private func isUnderVoltage(_ alarms: [String?]) throws -> Bool? {
    let tree = try SysfsTree()
    for (index, alarm) in alarms.enumerated() {
      let attributes = ["name": "rpi_volt", "in0_lcrit_alarm": alarm].compactMapValues { $0 }
      try tree.add("hwmon\(index)", attributes)
    }
    return SupplyMonitor(root: tree.root).isUnderVoltage()
  }

  @Test func whereNothingWatchesTheSupplyNothingIsKnown() throws {
    #expect(try isUnderVoltage([]) == nil)
    #expect(try isUnderVoltage([nil]) == nil)
    #expect(try isUnderVoltage(["?"]) == nil)
  }

  @Test func anAlarmIsAnUnderVoltage() throws {
    #expect(try isUnderVoltage([nil, "1"]) == true)
    #expect(try isUnderVoltage(["0", "1"]) == true)
  }

  @Test func noAlarmIsEnoughVoltage() throws {
    #expect(try isUnderVoltage([nil, "0"]) == false)
  }
}
