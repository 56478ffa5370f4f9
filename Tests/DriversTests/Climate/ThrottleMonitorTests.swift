import Testing

@testable import Drivers

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
