import StandIns
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
  @Test(arguments: [
    ("14s", RuntimeWatchdog.time(.seconds(14))), ("1min 30s", .time(.seconds(90))),
    ("0", .off), ("infinity", .unchanged), ("", .silent), ("soon", .silent),
  ])
  func whatSystemctlSaysCounts(value: String, watchdog: RuntimeWatchdog) throws {
    let tree = try FileTree()
    let program = try tree.script(
      "[ \"$*\" = 'show --property=RuntimeWatchdogUSec --value' ] && echo '\(value)'")
    #expect(RuntimeWatchdog.configured(by: program) == watchdog)
  }

  @Test func aSystemctlThatFailsSaysNothing() throws {
    let tree = try FileTree()
    let program = try tree.script("echo 14s; exit 1")
    #expect(RuntimeWatchdog.configured(by: program) == .silent)
  }

  @Test func withoutSystemctlNobodyIsAsked() throws {
    let tree = try FileTree()
    #expect(RuntimeWatchdog.configured(by: tree.root + "/systemctl") == .absent)
  }
}

@Suite struct TimeSpanTests {
  @Test(arguments: ["", "x", "3fortnights", "-1s", "1.5.5s", "9999999999s", "14", "1min x"])
  func whatIsNoTimeHasNone(text: String) {
    #expect(TimeSpan.duration(of: text.split(separator: " ")) == nil)
  }

  @Test(arguments: [
    ("0", 0), ("14s", 14_000), ("1min 30s", 90_000), ("14.500s", 14_500), ("250ms", 250),
    ("2h", 7_200_000), ("1d 1h", 90_000_000),
  ])
  func numbersWithUnitsAreAddedUp(text: String, milliseconds: Int) {
    #expect(TimeSpan.duration(of: text.split(separator: " ")) == .milliseconds(milliseconds))
  }
}
