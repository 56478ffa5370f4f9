import Drivers
import Testing

@testable import Tools

@Suite struct AccessCheckTests {
  private static let devices = [
    DeviceAccess(path: "/dev/video0", group: "video", isAllowed: false),
    DeviceAccess(path: "/dev/gpiochip0", group: "gpio", isAllowed: false),
    DeviceAccess(path: "/dev/i2c-1", group: "i2c", isAllowed: true),
  ]

  @Test func aUserOutsideTheGroupsIsToldHowToJoinThem() {
    let finding = AccessCheck(devices: Self.devices, user: Account(name: "pi", isRoot: false))
      .finding
    #expect(finding.verdict == .bad)
    #expect(
      finding.sentence.english == "The user pi may not open /dev/video0, /dev/gpiochip0.")
    #expect(finding.commands == ["sudo usermod --append --groups gpio,video pi"])
  }

  @Test func nobodyIsAskedToJoinRootsGroup() {
    let device = DeviceAccess(path: "/dev/gpiochip0", group: "root", isAllowed: false)
    let finding = AccessCheck(devices: [device], user: Account(name: "pi", isRoot: false)).finding
    #expect(finding.verdict == .bad)
    #expect(finding.commands.isEmpty)
  }

  @Test func aUserWhoMayOpenAllIsWell() {
    let user = Account(name: "pi", isRoot: false)
    #expect(AccessCheck(devices: [Self.devices[2]], user: user).finding.verdict == .good)
  }

  @Test func rootLearnsThatItProvesNothing() {
    let finding = AccessCheck(devices: Self.devices, user: Account(name: "root", isRoot: true))
      .finding
    #expect(finding.verdict == .good)
    #expect(finding.sentence.key == "doctor.access.root")
  }
}
