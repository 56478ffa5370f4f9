import Glibc
import StandIns
import System
import Testing

@testable import Drivers

@Suite struct IIOTriggerTests {
  private let tree: SysfsTree
  private let device: IIODevice

  init() throws {
    tree = try SysfsTree()
    try tree.add("iio:device1", ["name": "lis3dh"])
    try tree.add("iio:device1/trigger", ["current_trigger": ""])
    try tree.add("timers", [:])
    device = IIODevice(path: tree.root + "/iio:device1", name: "lis3dh")
  }

  private var names: [String] {
    IIOTrigger.candidates(for: device, timers: tree.root + "/timers").map(\.name)
  }

  @Test func withoutTimersNothingIsMade() throws {
    Folder.erase(tree.root + "/timers")
    #expect(names == [])
  }

  @Test func aTriggerOfAnotherDeviceIsNoCandidate() throws {
    try tree.add("trigger0", ["name": "lis3dh-dev0"])
    try tree.add("trigger1", ["name": "sysfstrig0"])
    #expect(names == [])
  }

  @Test func aTimerIsMadeWhereThereIsNoOther() throws {
    #expect(names == [])
    #expect(access(tree.root + "/timers/exhibit", F_OK) == 0)
  }

  @Test func noTimerIsMadeWhereThereIsATrigger() throws {
    try tree.add("trigger0", ["name": "lis3dh-dev1"])
    #expect(names == ["lis3dh-dev1"])
    #expect(access(tree.root + "/timers/exhibit", F_OK) != 0)
  }

  @Test func whatSomebodyChoseGoesBeforeItsOwnAndThatBeforeTimers() throws {
    try tree.add("trigger2", ["name": "tick", "sampling_frequency": "100"])
    try tree.add("trigger3", ["name": "exhibit", "sampling_frequency": "100"])
    try tree.add("trigger4", ["name": "lis3dh-trigger"])
    try tree.add("trigger5", ["name": "mpu6050-dev0"])
    #expect(names == ["lis3dh-trigger", "exhibit", "tick"])
    try tree.set("iio:device1/trigger/current_trigger", "mpu6050-dev0")
    #expect(names == ["mpu6050-dev0", "lis3dh-trigger", "exhibit", "tick"])
    try tree.set("iio:device1/trigger/current_trigger", "tick")
    #expect(names == ["tick", "lis3dh-trigger", "exhibit"])
  }

  @Test func onlyATimerTicksAtAFrequencyOfItsOwn() throws {
    try tree.add("trigger2", ["name": "tick", "sampling_frequency": "100"])
    try tree.add("trigger4", ["name": "lis3dh-trigger"])
    let triggers = IIOTrigger.candidates(for: device, timers: tree.root + "/timers")
    #expect(triggers.map(\.isTimer) == [false, true])
  }
}

@Suite struct SamplingFrequencyTests {
  @Test(arguments: [
    (nil, "10"), ("", "10"), ("0.78 1.56 3.12", "3.12"), ("12.5 25 6.25", "12.5"),
    ("10.000000 50.000000", "10.000000"), ("[4 1 1000]", "10"),
  ])
  func theLeastThatIsEnoughIsChosenElseTheGreatest(offers: String?, choice: String) {
    #expect(SamplingFrequency.choice(10, among: offers) == choice)
  }

  @Test(arguments: [
    (nil, 1), (0, 1), (3, 1), (10, 1), (12.5, 1), (25, 3), (100, 10), (1e10, 32), (-5, 1),
  ])
  func aDeviceThatMeasuresTooOftenIsReadInGroups(actual: Double?, count: Int) {
    #expect(SamplingFrequency.samples(actual, per: 10, atMost: 32) == count)
  }
}
