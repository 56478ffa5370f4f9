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

@Suite struct RuntimeWatchdogTests {
  @Test func withoutASettingItIsOff() throws {
    let tree = try FileTree()
    #expect(RuntimeWatchdog.configured(under: tree.root) == .off)
    try tree.write("[Manager]\n#RuntimeWatchdogSec=9\nOther=3\n", to: "etc/systemd/system.conf")
    #expect(RuntimeWatchdog.configured(under: tree.root) == .off)
  }

  @Test func theLastLineOfAFileCounts() throws {
    let tree = try FileTree()
    try tree.write(
      "RuntimeWatchdogSec=9\nRuntimeWatchdogSec = 14 \n", to: "etc/systemd/system.conf")
    #expect(RuntimeWatchdog.configured(under: tree.root) == .time(.seconds(14)))
  }

  @Test func additionsComeAfterTheFileByTheirNames() throws {
    let tree = try FileTree()
    try tree.write("RuntimeWatchdogSec=1", to: "etc/systemd/system.conf")
    try tree.write("RuntimeWatchdogSec=2", to: "usr/lib/systemd/system.conf.d/b.conf")
    try tree.write("RuntimeWatchdogSec=3", to: "etc/systemd/system.conf.d/a.conf")
    #expect(RuntimeWatchdog.configured(under: tree.root) == .time(.seconds(2)))
  }

  @Test func anAdditionHidesTheWeakerOneOfItsName() throws {
    let tree = try FileTree()
    try tree.write("RuntimeWatchdogSec=2", to: "usr/lib/systemd/system.conf.d/a.conf")
    try tree.write("", to: "etc/systemd/system.conf.d/a.conf")
    #expect(RuntimeWatchdog.configured(under: tree.root) == .off)
  }

  @Test func anEmptyValueTakesBackWhatWasSaid() throws {
    let tree = try FileTree()
    try tree.write(
      "RuntimeWatchdogSec=2\nRuntimeWatchdogSec=", to: "etc/systemd/system.conf")
    #expect(RuntimeWatchdog.configured(under: tree.root) == .off)
  }

  @Test(arguments: ["off", "0", "", "soon"])
  func noTimeIsOff(value: String) {
    #expect(RuntimeWatchdog(value) == .off)
  }

  @Test func theHardwaresOwnTimeIsLeft() {
    #expect(RuntimeWatchdog("default") == .unchanged)
  }
}

@Suite struct TimeSpanTests {
  @Test(arguments: ["", " ", "x", "3 fortnights", "-1", "1.5", "99999999999s"])
  func whatIsNoTimeHasNone(text: String) {
    #expect(TimeSpan.duration(of: text) == nil)
  }

  @Test(arguments: [
    ("14", 14_000), ("14s", 14_000), ("1min 30s", 90_000), ("1 min30 sec", 90_000),
    ("250ms", 250), ("2h", 7_200_000), (" 5 ", 5_000),
  ])
  func numbersWithUnitsAreAddedUp(text: String, milliseconds: Int) {
    #expect(TimeSpan.duration(of: text) == .milliseconds(milliseconds))
  }
}
