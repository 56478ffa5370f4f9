import Testing

@testable import Configuration

@Suite struct ConfigurationTests {
  @Test func whatIsAbsentIsAbsent() throws {
    let configuration = try Configuration(text: "")
    #expect(configuration.camera == nil)
    #expect(configuration.button == nil)
    #expect(configuration.light == nil)
    #expect(configuration.buzzer == nil)
    #expect(configuration.accelerometer == nil)
    #expect(configuration.console.tty == nil)
    #expect(configuration.board == nil)
    #expect(configuration.storageFloorMegabytes == nil)
  }

  @Test func everyKeyHasItsDefault() throws {
    let text = "[camera]\n[button]\nchip=\"c\"\nline=0\n[led]\nchip=\"c\"\nline=1\n[accelerometer]"
    let settings = try Configuration(text: text).settings.filter { $0.place == nil }
    #expect(
      settings.map { "\($0.key) = \($0.value)" } == [
        "store = \"/var/lib/exhibit\"", "language = \"en\"",
        "camera.settle_frames = 5", "camera.quality = 90", "camera.facing = \"world\"",
        "camera.mounted = 0", "button.active_low = false", "led.active_low = false",
        "led.drive = \"push-pull\"", "accelerometer.address = 104",
        "console.baud = 115200", "console.socket = \"/run/exhibit/console.sock\"",
        "console.access = \"full\"", "shutter.countdown_s = 3", "shutter.count = 1",
        "shutter.interval_s = 1", "shutter.start = \"ready\"", "idle.after_s = 30",
        "idle.accelerometer = \"relative\"", "picture.wake = \"auto\"",
        "temperature.pause_c = 80", "temperature.resume_c = 70",
        "gestures.profile = \"camera\"", "gestures.click = \"photo\"", "gestures.double = \"clip\"",
        "gestures.triple = \"next-thing\"", "gestures.long = \"undo\"", "photo.full = false",
        "light.dark_for_shutter = true",
      ])
  }

  @Test func aStudyHasItsOwnGestures() throws {
    let gestures = try Configuration(text: "gestures.profile = \"study\"").gestures
    #expect(gestures.click == .clip)
    #expect(gestures.double == .nextSlot)
    #expect(gestures.triple == .nextThing)
    #expect(gestures.long == .undo)
  }

  @Test func aGestureComesBeforeItsProfile() throws {
    let text = "gestures = { profile = \"study\", click = \"say-status\", long = \"none\" }"
    let gestures = try Configuration(text: text).gestures
    #expect(gestures.click == .sayStatus)
    #expect(gestures.double == .nextSlot)
    #expect(gestures.long == .none)
  }

  @Test(arguments: [
    ("0", Duration.zero), ("0.0", .zero), ("2", .seconds(2)), ("0.1", .milliseconds(100)),
    ("1.5", .milliseconds(1500)), ("86400", .seconds(86_400)), ("1e-9", .nanoseconds(1)),
  ])
  func secondsAreExactToTheNanosecond(written: String, duration: Duration) throws {
    let shutter = try Configuration(text: "[shutter]\ncountdown_s = \(written)").shutter
    #expect(shutter.countdown == duration)
  }

  @Test(arguments: [
    ("\"/dev/video2\"", Configuration.Camera.Device.path("/dev/video2")),
    ("\"usb-Acme_Cam-video-index0\"", .name("usb-Acme_Cam-video-index0")),
    ("2", .index(2)),
  ])
  func aCameraIsAPathANameOrAnIndex(
    written: String, device: Configuration.Camera.Device
  ) throws {
    #expect(try Configuration(text: "camera.device = \(written)").camera?.device == device)
  }

  @Test func controlsKeepTheirNamesAndValues() throws {
    let text = "[camera.controls]\n\"White Balance\" = false\ngain = -3\nauto.x = 1"
    do {
      _ = try Configuration(text: text)
      Issue.record("a control was a section")
    } catch {
      #expect(error.errors.map(\.line) == [4])
    }
    let whole = try Configuration(text: String(text.dropLast("auto.x = 1".count)))
    let controls = try #require(whole.camera).controls
    #expect(controls.map(\.name) == ["White Balance", "gain"])
    #expect(controls.map(\.value) == [0, -3])
  }

  @Test func aLightIsALineOrAKernelLED() throws {
    let line = try Configuration(
      text: "[led]\nchip = \"bank1\"\nline = \"LED\"\ndrive = \"open-drain\"\nactive_low = true")
    #expect(line.light?.isActiveLow == true)
    guard case .line(let gpio, .openDrain) = line.light?.device else {
      Issue.record("not a line with an open drain")
      return
    }
    #expect(gpio.chip == "bank1")
    #expect(gpio.line == .name("LED"))
    #expect(try Configuration(text: "led.led = \"ACT\"").light?.device == .led("ACT"))
  }

  @Test(arguments: [
    ("[accelerometer]", Configuration.Accelerometer.iio(name: nil)),
    ("accelerometer.iio = \"mpu6050\"", .iio(name: "mpu6050")),
    ("accelerometer.i2c = \"/dev/i2c-1\"", .i2c(bus: "/dev/i2c-1", address: 0x68)),
    (
      "accelerometer = { i2c = \"/dev/i2c-1\", address = 0x69 }",
      .i2c(bus: "/dev/i2c-1", address: 0x69)
    ),
  ])
  func anAccelerometerIsADriverOrAChip(
    text: String, accelerometer: Configuration.Accelerometer
  ) throws {
    #expect(try Configuration(text: text).accelerometer == accelerometer)
  }

  @Test(arguments: Configuration.laterSections)
  func sectionsOfLaterAreNotLookedInto(section: String) throws {
    _ = try Configuration(
      text: "[\(section)]\nanything = [1, { a = 2 }]\n[\(section).deeper]\nx = 1")
    _ = try Configuration(text: "[[\(section)]]\nanything = 1")
  }

  @Test func settingsSayWhereTheyComeFrom() throws {
    let text = "[camera]\nquality = 80\n[camera.controls]\n\"a b\" = 1"
    let settings = try Configuration(text: text, file: "e.toml").settings
    let lines = settings.map(\.description)
    #expect(lines.contains("camera.quality = 80  # e.toml:2"))
    #expect(lines.contains("camera.controls.\"a b\" = 1  # e.toml:4"))
    #expect(lines.contains("shutter.countdown_s = 3  # default"))
  }

  @Test func deviceKeysOfAbsentDevicesAreNotSettings() throws {
    let keys = try Configuration(text: "").settings.map(\.key)
    #expect(!keys.contains { $0.hasPrefix("camera.") || $0.hasPrefix("led.") })
  }
}
