import Core
import Drivers
import Testing

@testable import Tools

@Suite struct IIODeviceReportTests {
  @Test func aDeviceWithNothingToReadSaysSo() {
    let device = IIODevice(path: "/nowhere/iio:device3", name: "trigger")
    #expect(
      device.phrases(roles: []).map(\.english) == [
        "IIO device iio:device3, trigger, has nothing to read."
      ])
    #expect(
      device.json(roles: []).text == """
        {"device":"iio:device3","name":"trigger","measures":[],"accelerometer":false,\
        "sensing":[],"roles":[],"problem":null}
        """)
  }
}

@Suite struct I2CBusReportTests {
  private static let bus = I2CBus(
    path: "/dev/i2c-1", name: nil,
    chips: [
      .init(address: 0x08, name: "dummy", isDriven: false),
      .init(address: 0x68, name: "mpu6050", isDriven: true),
    ])

  @Test func aBusNamesItsChipsAndWhoHasThem() {
    #expect(
      Self.bus.phrases(roles: []).map(\.english) == [
        "I2C bus /dev/i2c-1, unknown.", "Chip at 0x08: dummy.",
        "Chip at 0x68: mpu6050, held by the kernel's driver.",
      ])
  }

  @Test func aBusIsMarkedForTheAccelerometerSpokenToOnIt() {
    let place = DevicePlace.bus(path: "/dev/i2c-1", address: 0x69)
    let findings = [RoleFinding(role: .accelerometer, outcome: .found(place, ""))]
    #expect(findings.roles(of: Self.bus) == [.accelerometer])
    #expect(findings.roles(of: I2CBus(path: "/dev/i2c-10", name: nil)) == [])
  }
}
