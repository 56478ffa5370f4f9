import Core
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
    ("board = \"a\"\nboard = \"b\"", 2, Phrase.syntaxTwice("board")),
    ("[camera]\n\n[camera]", 3, .syntaxTwice("camera")),
    ("camera = 1\n[camera]", 2, .syntaxTwice("camera")),
    ("\n\n[camera", 3, .syntaxSection), ("[camera]]", 1, .syntaxSection),
    ("[camera] fps = 30", 1, .syntaxSection), ("[]", 1, .syntaxSection),
    ("camera = { fps = 30,\n}", 1, .syntaxInlineTable),
    ("[camera]\nwidth = [1,", 2, .syntaxArray),
    ("board = generic", 1, .syntaxValue), ("board = “generic”", 1, .syntaxValue),
    ("camera.device = /dev/video0", 1, .syntaxValue),
    ("store = '/x\n", 1, .syntaxQuote), ("store = \"/x\n", 1, .syntaxQuote),
    ("store = \"\"\"/x\n", 1, .syntaxQuote), ("store = \"/a\\q\"", 1, .syntaxEscape),
    ("[camera]\nwidth 640", 2, .syntaxEquals), ("[camera]\nfps: 30", 2, .syntaxEquals),
    ("[camera]\nwidth = 640 480", 2, .syntaxMore), ("[camera]\nfps = 12,5", 2, .syntaxMore),
    ("[camera]\nwidth =\n", 2, .syntaxNoValue), ("photo.full_resolution = True", 1, .syntaxTruth),
    ("shutter.countdown_s = 3s", 1, .syntaxNumber), ("camera.width = 0640", 1, .syntaxNumber),
    ("camera.fps = 1.\n", 1, .syntaxNumber),
    ("shutter.count = 99999999999999999999", 1, .syntaxNumberSize),
    ("// words", 1, .syntaxLine), ("; words", 1, .syntaxLine), ("= 3", 1, .syntaxLine),
  ])
  func whatIsNoTOMLIsRefusedWithItsLineInCommonWords(text: String, line: Int, phrase: Phrase) {
    #expect(Self.complaints(about: text) == ["e.toml:\(line): \(phrase.english)"])
  }

  @Test func bytesThatAreNoUTF8AreNamedSo() {
    do {
      _ = try Document(Array("[camera]\nformat = \"".utf8) + [0xff, 0x22], file: "e.toml")
      Issue.record("they were read")
    } catch {
      #expect(error.errors.map(\.phrase) == [.syntaxNotUTF8])
    }
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
      "'shutter.countdown_s' must be a number of seconds from 0 to 600, not \"3\""
    ),
    ("button.active_low = 1", "'button.active_low' must be true or false, not 1"),
    (
      "store = 1979-05-27",
      "'store' must be a path in quotes that begins with /, at most 255 bytes, not 1979-05-27"
    ),
    (
      "[store]",
      "'store' must be a path in quotes that begins with /, at most 255 bytes, not {…}"
    ),
    (
      "language = [\"en\"]",
      "'language' must be a name in quotes, made of letters, digits, '-', '_' and '.', not [\"en\"]"
    ),
    (
      "camera.device = 1.5",
      "'camera.device' must be a device's path from /, its by-id name or its number, not 1.5"
    ),
    (
      "camera.controls.gain = \"high\"",
      "'camera.controls.gain' must be a whole number, true or false, not \"high\""
    ),
    ("light.line = -1", "'light.line' must be a line's name or its offset, not -1"),
    (
      "idle.motion = \"of\"",
      "'idle.motion' must be one of \"accelerometer\", \"picture\", \"both\", \"off\", not \"of\""
    ),
    ("camera.rotation = \"90\"", "'camera.rotation' must be one of 0, 90, 180, 270, not \"90\""),
  ])
  func theWrongTypeIsNamedWithTheRightOne(text: String, sentence: String) {
    #expect(Self.complaints(about: text).contains("e.toml:1: \(sentence)"))
  }

  @Test(arguments: [
    ("camera.quality = 0", "'camera.quality' must be a whole number from 1 to 100, not 0"),
    ("camera.quality = 101", "'camera.quality' must be a whole number from 1 to 100, not 101"),
    (
      "camera.skip_frames = 9223372036854775807",
      "'camera.skip_frames' must be a whole number from 0 to 300, not 9223372036854775807"
    ),
    (
      "camera.device = -1",
      "'camera.device' must be a device's path from /, its by-id name or its number, not -1"
    ),
    (
      "shutter.countdown_s = -0.5",
      "'shutter.countdown_s' must be a number of seconds from 0 to 600, not -0.5"
    ),
    (
      "shutter.countdown_s = nan",
      "'shutter.countdown_s' must be a number of seconds from 0 to 600, not nan"
    ),
    (
      "shutter.interval_s = inf",
      "'shutter.interval_s' must be a number of seconds from 0.1 to 86400, not inf"
    ),
    (
      "store = \"\"",
      "'store' must be a path in quotes that begins with /, at most 255 bytes, not \"\""
    ),
    (
      "store = \"a\\u0000b\"",
      "'store' must be a path in quotes that begins with /, at most 255 bytes, not \"a\\u{0}b\""
    ),
    (
      "console.tty = \"/dev/tty\\n\"",
      "'console.tty' must be a path in quotes that begins with /, at most 255 bytes, not \"/dev/tty\\u{a}\""
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
      "store = \"evidence\"",
      "'store' must be a path in quotes that begins with /, at most 255 bytes, not \"evidence\""
    ),
    (
      "accelerometer.i2c = \"dev/i2c-1\"",
      "'accelerometer.i2c' must be a path in quotes that begins with /, at most 255 bytes, not \"dev/i2c-1\""
    ),
    (
      "camera.device = \"dev/video0\"",
      "'camera.device' must be a device's path from /, its by-id name or its number, not \"dev/video0\""
    ),
    (
      "light = { chip = \"dev/gpiochip0\", line = 1 }",
      "'light.chip' must be a chip's path from /, its name or its label, not \"dev/gpiochip0\""
    ),
    (
      "shutter.countdown_s = 3000",
      "'shutter.countdown_s' must be a number of seconds from 0 to 600, not 3000; 3000 milliseconds are 3 s"
    ),
    (
      "shutter.countdown_s = 600.5",
      "'shutter.countdown_s' must be a number of seconds from 0 to 600, not 600.5; 600.5 milliseconds are 0.6005 s"
    ),
    (
      "shutter.interval_s = 0.05",
      "'shutter.interval_s' must be a number of seconds from 0.1 to 86400, not 0.05"
    ),
    (
      "button = { chip = \"a\", line = 1, long_press_ms = 1.2 }",
      "'button.long_press_ms' must be a number of milliseconds from 300 to 10000, not 1.2; 1.2 seconds are 1200 ms"
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
    ("[light]\nchip = \"a\"", "e.toml:2: 'light.chip' needs 'light.line' too"),
    ("[buzzer]\nline = 1", "e.toml:2: 'buzzer.line' needs 'buzzer.chip' too"),
    ("[light]\nactive_low = true", "e.toml:1: 'light' needs 'light.chip' too"),
    (
      "[button]\nchip = \"a\"\nline = 1\nlong_press_ms = 7000",
      "e.toml:4: 'button.long_press_ms' must be less than 'button.shutdown_press_ms', which is 6000"
    ),
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
      "[light]\nled = \"ACT\"\nchip = \"a\"\nline = 1",
      "e.toml:3: 'light.chip' contradicts 'light.led' in line 2; keep one of them"
    ),
    (
      "[accelerometer]\ni2c = \"/dev/i2c-1\"\niio = \"mpu6050\"",
      "e.toml:3: 'accelerometer.iio' contradicts 'accelerometer.i2c' in line 2; keep one of them"
    ),
  ])
  func twoWaysToSayTheSameContradict(text: String, complaint: String) {
    #expect(Self.complaints(about: text) == [complaint])
  }

  @Test(arguments: [
    ("light", "button", "chip = \"a\"\nline = 1"), ("buzzer", "button", "chip = \"a\"\nline = 1"),
    ("buzzer", "light", "chip = \"a\"\nline = 2"),
  ])
  func oneLineDoesOneThing(role: String, other: String, wiring: String) {
    let text = """
      [\(role)]
      \(wiring)
      [\(role == "light" ? "buzzer" : "light")]
      \(other == "light" ? wiring : "chip = \"b\"\nline = 1")
      [button]
      chip = "a"
      line = 1
      """
    #expect(
      Self.complaints(about: text) == [
        "e.toml:1: '\(role)' has the line of '\(other)'; connect each to a line of its own"
      ])
  }

  @Test func oneKernelLEDIsOneOutput() {
    let complaints = Self.complaints(about: "light.led = \"ACT\"\nbuzzer.led = \"ACT\"")
    #expect(complaints.map { $0.prefix(18) } == ["e.toml:2: 'buzzer'"])
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
