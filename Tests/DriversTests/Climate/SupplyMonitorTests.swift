import StandIns
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

@Suite struct ThrottleMonitorTests {
  @Test func aBoardWithoutTheFirmwareSaysNothing() throws {
    #expect(ThrottleMonitor(under: try SysfsTree().root) == nil)
  }

  @Test func whatIsNoNumberSaysNothing() throws {
    let tree = try SysfsTree()
    try tree.add("soc:firmware", ["get_throttled": "?"])
    #expect(ThrottleMonitor(under: tree.root) == nil)
  }

  @Test(arguments: ["50005", "0x50005"])
  func theBitsAreHexadecimal(text: String) throws {
    let tree = try SysfsTree()
    try tree.add("soc:firmware", ["get_throttled": text])
    #expect(ThrottleMonitor(under: tree.root) == ThrottleMonitor(bits: 0x50005))
  }

  @Test func whatIsOverIsNotNow() {
    let over = ThrottleMonitor(bits: 0xF0000)
    #expect(over.wasUnderVoltage && !over.isUnderVoltage && !over.isSlowed)
    let hot = ThrottleMonitor(bits: 0x8)
    #expect(hot.isSlowed && !hot.isUnderVoltage && !hot.wasUnderVoltage)
  }
}
