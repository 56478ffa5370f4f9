import Configuration
import Core
@testable import Drivers
import Testing

@testable import Tools
@testable import Terminal

@Suite struct RoleFindingTests {
  private static let button = GPIOLine(role: .button, chip: "gpiochip1", offset: 3)

  private static func devices(heldBy holder: String?) -> DeviceSurvey {
    let line = GPIOLineInfo(offset: 3, name: "BUTTON", isOutput: false, holder: holder)
    return DeviceSurvey(
      chips: [
        GPIOChipDescription(
          path: "/dev/gpiochip1", name: "gpiochip1", label: "bank-b", lineCount: 8, lines: [line])
      ])
  }

  @Test func aRoleWithoutASectionIsNotConfigured() throws {
    let findings = RoleFinding.all(
      of: try Configuration(text: "").plan, among: DeviceSurvey())
    #expect(findings.map(\.role) == [.camera, .button, .light, .buzzer, .accelerometer, .console])
    #expect(findings.allSatisfy { $0.outcome == .notConfigured })
    #expect(findings[1].phrase.english == "The button is not configured.")
  }

  @Test func aDeviceThatIsNotThereIsToldAsTheProgramWould() throws {
    let text = "[console]\ntty = \"/dev/ttyNone\"\n[camera]\ndevice = \"/dev/videoNone\""
    let findings = RoleFinding.all(
      of: try Configuration(text: text).plan, among: DeviceSurvey())
    #expect(
      findings.last?.outcome == .unusable(nil, Phrase.consoleTTYMissing("/dev/ttyNone")))
    #expect(findings.first?.place == nil)
    #expect(findings.first?.phrase.english.hasPrefix("The camera cannot be used. There is") == true)
  }

  @Test func aLineThatSomebodyElseHasCannotBeUsedAndIsMarkedAllTheSame() {
    let outcome = RoleFinding.line(Self.button, Self.devices(heldBy: "gpio-keys"))
    let place = DevicePlace.line(chip: "gpiochip1", offset: 3)
    #expect(
      outcome == .unusable(place, Phrase.gpioButtonBusy("3", "gpiochip1", "gpio-keys")))
    #expect(RoleFinding(role: .button, outcome: outcome).place == place)
  }

  @Test(arguments: [nil, "exhibit"])
  func aLineIsOursWhileNobodyOrExhibitHasIt(holder: String?) {
    let outcome = RoleFinding.line(Self.button, Self.devices(heldBy: holder))
    let words = "line 3 of gpiochip1, BUTTON"
    #expect(outcome == .found(.line(chip: "gpiochip1", offset: 3), words))
  }

  @Test func anLEDThatMayNotBeLitCannotBeUsed() {
    let refusal = Phrase.ledForbidden("ACT")
    let led = KernelLEDDescription(
      name: "ACT", fullBrightness: 1, trigger: nil, refusal: refusal)
    #expect(RoleFinding.led(led) == .unusable(.led("ACT"), refusal))
  }

  @Test(arguments: [true, false])
  func aChipIsOursUnlessTheKernelDrivesIt(isDriven: Bool) {
    let chip = I2CBus.Chip(address: 0x68, name: "mpu6050", isDriven: isDriven)
    let devices = DeviceSurvey(buses: [I2CBus(path: "/dev/i2c-1", name: nil, chips: [chip])])
    let outcome = RoleFinding.chip(at: 0x68, of: "/dev/i2c-1", devices)
    let place = DevicePlace.bus(path: "/dev/i2c-1", address: 0x68)
    let refused = Phrase.i2cChipBusy("/dev/i2c-1", "0x68", "mpu6050")
    #expect(
      outcome
        == (isDriven
          ? .unusable(place, refused) : .found(place, "the chip at 0x68 of /dev/i2c-1")))
  }

  @Test func whatIsChosenUnasked() throws {
    let plan = try Configuration.unwritten.plan
    var camera = CameraSettings()
    camera.mounting = Mounting()
    #expect(plan.camera == camera)
    #expect(plan.accelerometer == .iio(name: nil))
    #expect(plan.button == nil && plan.light == nil && plan.tty == nil)
  }
}
