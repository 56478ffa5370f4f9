import Testing

@testable import Configuration

@Suite struct ConfigurationErrorTests {
  /// What is said about `text`, in order.
  static func complaints(about text: String) -> [String] {
    do {
      _ = try Configuration(text: text, file: "e.toml")
      return []
    } catch {
      return error.errors.map(\.description)
    }
  }

  @Test(arguments: [
    (
      "board = \"a\"\nboard = \"b\"",
      "e.toml:2: Error while parsing key-value pair: cannot redefine existing string 'board'"
    ),
    ("\n\n[camera", "e.toml:3: Error while parsing table header: encountered end-of-file"),
    ("[camera]\nwidth = [1,", "e.toml:2: Error while parsing array: encountered end-of-file"),
  ])
  func whatIsNoTOMLIsRefusedWithItsLine(text: String, complaint: String) {
    #expect(Self.complaints(about: text) == [complaint])
  }

  @Test(arguments: [
    ("colour = 1", "e.toml:1: unknown key 'colour'"),
    ("stor = \"x\"", "e.toml:1: unknown key 'stor'; did you mean 'store'?"),
    ("\n[camra]\nwidth = 640", "e.toml:2: unknown key 'camra'; did you mean 'camera'?"),
    (
      "[camera]\n\nqualty = 90",
      "e.toml:3: unknown key 'camera.qualty'; did you mean 'camera.quality'?"
    ),
    (
      "[camera]\ncontrol.x = 1",
      "e.toml:2: unknown key 'camera.control'; did you mean 'camera.controls'?"
    ),
    (
      "[shutter]\ncountdown = 3",
      "e.toml:2: unknown key 'shutter.countdown'; did you mean 'shutter.countdown_s'?"
    ),
    (
      "[idle]\n\"after s\" = 3",
      "e.toml:2: unknown key 'idle.\"after s\"'; did you mean 'idle.after_s'?"
    ),
    ("\"\\u001b[2J\\n\" = 1", "e.toml:1: unknown key '\"\\u{1b}[2J\\u{a}\"'"),
  ])
  func unknownKeysAreRefusedWithTheNearest(text: String, complaint: String) {
    #expect(Self.complaints(about: text) == [complaint])
  }

  @Test(arguments: [
    ("camera = 3", "'camera' must be a section, not 3"),
    ("[[shutter]]", "'shutter' must be a section, not […]"),
    (
      "camera.width = \"wide\"",
      "'camera.width' must be a whole number from 16 to 16384, not \"wide\""
    ),
    ("camera.quality = 9.5", "'camera.quality' must be a whole number from 1 to 100, not 9.5"),
    ("camera.fps = true", "'camera.fps' must be a number from 0.1 to 1000, not true"),
    (
      "shutter.countdown_s = \"3\"",
      "'shutter.countdown_s' must be a number of seconds from 0 to 86400, not \"3\""
    ),
    ("button.active_low = 1", "'button.active_low' must be true or false, not 1"),
    (
      "store = 1979-05-27",
      "'store' must be text in quotes, 1 to 255 bytes without control characters, not 1979-05-27"
    ),
    (
      "[store]",
      "'store' must be text in quotes, 1 to 255 bytes without control characters, not {…}"
    ),
    (
      "language = [\"en\"]",
      "'language' must be a name in quotes, made of letters, digits, '-', '_' and '.', not […]"
    ),
    (
      "camera.device = 1.5",
      "'camera.device' must be a device's path, its by-id name or its index, not 1.5"
    ),
    (
      "camera.controls.gain = \"high\"",
      "'camera.controls.gain' must be a whole number, true or false, not \"high\""
    ),
    ("led.line = -1", "'led.line' must be a line's name or its offset, not -1"),
    (
      "idle.motion = \"of\"",
      "'idle.motion' must be one of \"accelerometer\", \"picture\", \"both\", \"off\", not \"of\""
    ),
    ("camera.mounted = \"90\"", "'camera.mounted' must be one of 0, 90, 180, 270, not \"90\""),
  ])
  func theWrongTypeIsNamedWithTheRightOne(text: String, sentence: String) {
    #expect(Self.complaints(about: text).contains("e.toml:1: \(sentence)"))
  }

  @Test(arguments: [
    ("camera.quality = 0", "'camera.quality' must be a whole number from 1 to 100, not 0"),
    ("camera.quality = 101", "'camera.quality' must be a whole number from 1 to 100, not 101"),
    (
      "camera.settle_frames = 9223372036854775807",
      "'camera.settle_frames' must be a whole number from 0 to 300, not 9223372036854775807"
    ),
    (
      "camera.device = -1",
      "'camera.device' must be a device's path, its by-id name or its index, not -1"
    ),
    (
      "shutter.countdown_s = -0.5",
      "'shutter.countdown_s' must be a number of seconds from 0 to 86400, not -0.5"
    ),
    (
      "shutter.countdown_s = nan",
      "'shutter.countdown_s' must be a number of seconds from 0 to 86400, not nan"
    ),
    (
      "shutter.interval_s = inf",
      "'shutter.interval_s' must be a number of seconds from 0 to 86400, not inf"
    ),
    (
      "store = \"\"",
      "'store' must be text in quotes, 1 to 255 bytes without control characters, not \"\""
    ),
    (
      "store = \"a\\u0000b\"",
      "'store' must be text in quotes, 1 to 255 bytes without control characters, not \"a\\u{0}b\""
    ),
    (
      "console.tty = \"/dev/tty\\n\"",
      "'console.tty' must be text in quotes, 1 to 255 bytes without control characters, not \"/dev/tty\\u{a}\""
    ),
    (
      "board = \"../x\"",
      "'board' must be a name in quotes, made of letters, digits, '-', '_' and '.', not \"../x\""
    ),
    (
      "board = \"..\"",
      "'board' must be a name in quotes, made of letters, digits, '-', '_' and '.', not \"..\""
    ),
    (
      "accelerometer = {i2c = \"/dev/i2c-1\", address = 0x78}",
      "'accelerometer.address' must be a whole number from 3 to 119, not 120"
    ),
  ])
  func whatIsOutOfRangeIsNamedWithTheRange(text: String, sentence: String) {
    #expect(Self.complaints(about: text) == ["e.toml:1: \(sentence)"])
  }

  @Test func aLongTextIsCutInTheComplaint() {
    let text = "store = \"\(String(repeating: "a", count: 300))\""
    let cut = String(repeating: "a", count: TOMLValue.shownLength)
    #expect(Self.complaints(about: text).first?.hasSuffix("not \"\(cut)…\"") == true)
  }

  @Test(arguments: [
    ("[camera]\nwidth = 640", "e.toml:2: 'camera.width' needs 'camera.height' too"),
    ("[camera]\nheight = 480", "e.toml:2: 'camera.height' needs 'camera.width' too"),
    ("[button]\nchip = \"a\"", "e.toml:1: 'button' needs 'button.line' too"),
    ("[button]\nline = 1", "e.toml:1: 'button' needs 'button.chip' too"),
    ("[led]\nchip = \"a\"", "e.toml:2: 'led.chip' needs 'led.line' too"),
    ("[buzzer]\nline = 1", "e.toml:2: 'buzzer.line' needs 'buzzer.chip' too"),
    ("[led]\nactive_low = true", "e.toml:1: 'led' needs 'led.chip' too"),
    (
      "[temperature]\nresume_c = 80",
      "e.toml:2: 'temperature.resume_c' must be less than 'temperature.pause_c', which is 80"
    ),
    (
      "[temperature]\npause_c = 60",
      "e.toml:2: 'temperature.resume_c' must be less than 'temperature.pause_c', which is 60"
    ),
    (
      "[accelerometer]\naddress = 0x68",
      "e.toml:2: 'accelerometer.address' needs 'accelerometer.i2c' too"
    ),
  ])
  func aKeyWithoutItsPartnerIsRefused(text: String, complaint: String) {
    #expect(Self.complaints(about: text) == [complaint])
  }

  @Test(arguments: [
    (
      "[led]\nled = \"ACT\"\nchip = \"a\"\nline = 1",
      "e.toml:3: 'led.chip' contradicts 'led.led' in line 2; keep one of them"
    ),
    (
      "[accelerometer]\ni2c = \"/dev/i2c-1\"\niio = \"mpu6050\"",
      "e.toml:3: 'accelerometer.iio' contradicts 'accelerometer.i2c' in line 2; keep one of them"
    ),
  ])
  func twoWaysToSayTheSameContradict(text: String, complaint: String) {
    #expect(Self.complaints(about: text) == [complaint])
  }

  @Test func allErrorsAreToldInTheOrderOfTheirLines() {
    let text = "colour = 1\n[shutter]\ncount = 0\n[camera]\nfoo = 1\nfps = 0\n"
    let lines = Self.complaints(about: text).map { $0.prefix(9) }
    #expect(lines == ["e.toml:1:", "e.toml:3:", "e.toml:5:", "e.toml:6:"])
  }

  @Test func moreErrorsThanTheLimitAreCounted() {
    let text = (1...23).map { "zzzzzzzz\($0) = 1\n" }.joined()
    do {
      _ = try Configuration(text: text)
      Issue.record("unknown keys were accepted")
    } catch {
      #expect(error.errors.count == 20)
      #expect(error.description.hasSuffix("\nand 3 more"))
    }
  }
}
