import Testing

@testable import Drivers

@Suite struct HardwareWatchdogTests {
  @Test func aBoardWithoutOneHasNone() throws {
    #expect(HardwareWatchdog.first(under: try SysfsTree().root) == nil)
  }

  @Test func theFirstIsTakenWithItsLimit() throws {
    let tree = try SysfsTree()
    try tree.add("watchdog0", ["identity": "iTCO_wdt", "max_timeout": "613"])
    try tree.add("watchdog1", ["identity": "other", "max_timeout": "9"])
    let watchdog = HardwareWatchdog.first(under: tree.root)
    #expect(watchdog == HardwareWatchdog(identity: "iTCO_wdt", longest: .seconds(613)))
  }

  @Test func oneThatNamesNoLimitHasNoneThatIsKnown() throws {
    let tree = try SysfsTree()
    try tree.add("watchdog0", ["max_timeout": "0"])
    let watchdog = HardwareWatchdog.first(under: tree.root)
    #expect(watchdog == HardwareWatchdog(identity: "watchdog0", longest: nil))
  }

  @Test func aRaspberryPisCountsToFifteenWhateverItsDriverSays() throws {
    let tree = try SysfsTree()
    try tree.add(
      "watchdog0", ["identity": "Broadcom BCM2835 Watchdog timer", "max_timeout": "0"])
    #expect(HardwareWatchdog.first(under: tree.root)?.longest == .seconds(15))
  }
}
