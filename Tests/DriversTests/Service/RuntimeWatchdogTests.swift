import Testing

@testable import Drivers

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
