import Core
import Testing

@testable import Configuration

/// The sections of devices, and the devices that they come to.
@Suite struct DeviceSectionTests {
  private func plan(_ text: String) throws -> BoardPlan { try Configuration(text: text).plan }

  @Test(arguments: [
    ("\"/dev/video2\"", "/dev/video2"), ("\"usb-Acme_Cam-index0\"", "usb-Acme_Cam-index0"),
    ("2", "2"), ("\"7\"", "7"),
  ])
  func aCameraIsNamedByPathNameOrNumber(written: String, device: String) throws {
    #expect(try plan("camera.device = \(written)").camera?.device == device)
  }

  @Test func aVoiceIsAProgramAndItsArguments() throws {
    let configuration = try Configuration(text: #"voice.command = ["speak", "--in", ""]"#)
    #expect(configuration.plan.voice == ["speak", "--in", ""])
    #expect(configuration.settings.hasVoice)
    let line = configuration.entries.first { $0.key == "voice.command" }?.line
    #expect(line == #"voice.command = ["speak", "--in", ""]"#)
  }

  @Test func aHookIsAProgramAndItsArguments() throws {
    let configuration = try Configuration(text: #"hooks.stored = ["tell", "me"]"#)
    #expect(configuration.plan.hook == ["tell", "me"])
    #expect(configuration.settings.hasHook)
    #expect(try plan("[hooks]").hook == nil)
    #expect(try !Configuration(text: "[hooks]").settings.hasHook)
  }

  @Test(arguments: ["", "[voice]"])
  func withoutACommandThereIsNoVoice(text: String) throws {
    #expect(try plan(text).voice == nil)
    #expect(try !Configuration(text: text).settings.hasVoice)
  }

  @Test(arguments: [
    "\"speak\"", "[]", "[\"\"]", "[\"speak\", 1]", "[\"speak\", \"a\\u0000b\"]",
    "[\"speak\", \"a\\nb\"]",
    "[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\",\"9\",\"10\",\"11\",\"12\",\"13\",\"14\",\"15\",\"16\",\"17\"]",
  ])
  func whatIsNoCommandIsRefused(value: String) {
    let errors = try? Configuration(text: "voice.command = \(value)")
    #expect(errors == nil)
  }

  @Test func whatIsNotSaidOfACameraIsLeftToTheProgram() throws {
    var settings = CameraSettings()
    settings.mounting = Mounting()
    #expect(try plan("[camera]").camera == settings)
  }

  @Test(arguments: [
    ("", Mounting.Facing.environment, QuarterTurn.none),
    ("facing = \"user\"\nrotation = 270", .user, .left),
    ("rotation = 90", .environment, .right),
  ])
  func theCamerasMountArrives(text: String, facing: Mounting.Facing, turn: QuarterTurn) throws {
    let mounting = try #require(try plan("[camera]\n" + text).camera?.mounting)
    #expect(mounting.facing == facing)
    #expect(mounting.turn == turn)
  }

  @Test func controlsKeepTheirNamesAndValues() throws {
    let text = "[camera.controls]\n\"White Balance\" = false\ngain = -3\nauto.x = 1"
    do {
      _ = try Configuration(text: text)
      Issue.record("a control was a section")
    } catch {
      #expect(error.errors.map(\.line) == [4])
    }
    let whole = try plan(String(text.dropLast("auto.x = 1".count)))
    #expect(
      whole.camera?.controls == [
        ControlSetting("camera.controls.White Balance", "White Balance", 0),
        ControlSetting("camera.controls.gain", "gain", -3),
      ])
  }

  @Test(arguments: [
    ("", true, LineSettings.Bias.pullUp), ("active_low = false", false, .pullDown),
    ("bias = \"none\"", true, .external),
    ("active_low = false\nbias = \"pull-up\"", false, .pullUp),
  ])
  func aButtonIsHeldByTheOtherLevelThanItsOwn(
    text: String, isActiveLow: Bool, bias: LineSettings.Bias
  ) throws {
    let wiring = LineSettings(
      chip: "pinctrl-bcm2711", line: .name("GPIO17"), isActiveLow: isActiveLow, bias: bias)
    let line = "[button]\nchip = \"pinctrl-bcm2711\"\nline = \"GPIO17\"\n"
    #expect(try plan(line + text).button == wiring)
  }

  @Test func aLightIsALineOrAKernelLED() throws {
    let text = "[light]\nchip = \"bank\"\nline = \"LED\"\ndrive = \"open-drain\"\nactive_low = true"
    let line = LineSettings(
      chip: "bank", line: .name("LED"), isActiveLow: true, drive: .openDrain)
    #expect(try plan(text).light == .line(line))
    #expect(try plan("light.led = \"ACT\"").light == .led("ACT"))
  }

  @Test(arguments: [
    ("[accelerometer]", BoardPlan.AccelerometerSource.iio(name: nil)),
    ("accelerometer.iio = \"mpu6050\"", .iio(name: "mpu6050")),
    ("accelerometer.i2c = \"/dev/i2c-1\"", .i2c(bus: "/dev/i2c-1", address: 0x68)),
    (
      "accelerometer = { i2c = \"/dev/i2c-1\", address = 0x69 }",
      .i2c(bus: "/dev/i2c-1", address: 0x69)
    ),
  ])
  func anAccelerometerIsADriverOrAChip(
    text: String, accelerometer: BoardPlan.AccelerometerSource
  ) throws {
    #expect(try plan(text).accelerometer == accelerometer)
  }
}
