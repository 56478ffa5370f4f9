import Core
import Testing

@testable import Drivers

@Suite struct HotplugRoleTests {
  private func roles(_ action: String, _ subsystem: String) -> Set<Role> {
    Hotplug.News.event(Uevent(action: action, subsystem: subsystem)).roles
  }

  @Test(arguments: ["remove", "unbind", "offline"])
  func aDeviceThatGoesWakesNobody(action: String) {
    #expect(roles(action, "video4linux").isEmpty)
  }

  @Test(arguments: ["usb", "block", "net", "input"])
  func whatNoRoleUsesWakesNobody(subsystem: String) {
    #expect(roles("add", subsystem).isEmpty)
  }

  @Test(arguments: [
    ("video4linux", [Role.camera]), ("gpio", [.button, .light, .buzzer]),
    ("leds", [.light, .buzzer]), ("iio", [.accelerometer]), ("i2c-dev", [.accelerometer]),
    ("tty", [.console]),
  ])
  func aDeviceThatComesWakesItsRoles(subsystem: String, expected: [Role]) {
    #expect(roles("add", subsystem) == Set(expected))
    #expect(roles("change", subsystem) == Set(expected))
  }

  @Test func whenNewsWereLostEverybodyIsWoken() {
    let all = Set(Role.allCases).subtracting([.store])
    #expect(Hotplug.News.overrun.roles == all)
  }
}
