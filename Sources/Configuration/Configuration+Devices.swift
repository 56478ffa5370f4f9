import Core

/// What the board has: the sections that fill `plan`. One that is there means that the device is.
extension Configuration {
  mutating func readDevices(_ reader: inout Reader) {
    readCamera(&reader)
    readButton(&reader)
    plan.light = output(
      "light",
      "What shows how things stand: a GPIO line, or a kernel LED in place of chip and line.",
      &reader)
    reader.read(
      "dark_for_shutter", .truth, into: &settings.isDarkForShutter,
      "Whether it is dark while a picture is taken, so that it doesn't shine back from glass.")
    plan.buzzer = output("buzzer", "An active buzzer, connected as a light is.", &reader)
    readAccelerometer(&reader)
    readConsole(&reader)
    settings.roles = plan.roles
    refuseSharedLines(&reader)
  }

  private mutating func readCamera(_ reader: inout Reader) {
    guard
      reader.device(
        "camera", "What is not said of it is chosen: the largest picture at a good rate.")
    else { return }
    var (camera, mounting) = (CameraSettings(), Mounting())
    reader.read(
      "device", .camera, into: &camera.device, like: "/dev/video0",
      """
      Which camera: a path, a name under /dev/v4l/by-id, or the number in /dev/videoN; without it the \
      first that can be used.
      """)
    reader.read("width", .whole(16...16_384), into: &camera.width, like: 1280, "Pixels a row.")
    reader.read("height", .whole(16...16_384), into: &camera.height, like: 720, "Rows.")
    reader.require("height", for: "width")
    reader.require("width", for: "height")
    reader.read(
      "fps", .number(0.1...1000), into: &camera.framesPerSecond, like: 30, "Frames a second.")
    reader.read(
      "format", .text(3...4), into: &camera.format, like: "MJPG",
      "The driver's name of a pixel format.")
    reader.read(
      "skip_frames", .whole(0...300), into: &camera.skippedFrameCount,
      "Frames thrown away after a start, until the exposure has settled.")
    reader.read(
      "quality", .whole(1...100), into: &plan.quality,
      "Of the pictures that are compressed here; 100 is best.")
    reader.read(
      "facing", .choice, into: &mounting.facing,
      "\"user\" for a camera that looks at the person at the board.")
    reader.read(
      "rotation", .number, into: &mounting.turn,
      "How it is turned in its mount, in degrees clockwise as seen from behind it.")
    camera.mounting = mounting
    camera.controls = controls(&reader)
    plan.camera = camera
  }

  private func controls(_ reader: inout Reader) -> [ControlSetting] {
    let pairs = reader.pairs(
      in: "camera.controls", .control, like: ("brightness", 128),
      "The driver's own controls, by the names that it gives them; \"camera controls\" on the console lists them."
    )
    return pairs.map { name, value in
      ControlSetting("camera.controls.\(name)", name, Int(value))
    }
  }

  private mutating func readButton(_ reader: inout Reader) {
    guard reader.device("button", "The one button: a contact between the line and ground.") else {
      return
    }
    let line = line(like: "GPIO23", &reader)
    reader.require("chip")
    reader.require("line")
    var isActiveLow = true
    reader.read(
      "active_low", .truth, into: &isActiveLow, "Whether the line is low while the button is down.")
    var bias = isActiveLow ? LineSettings.Bias.pullUp : .pullDown
    reader.read(
      "bias", .choice, into: &bias,
      "The chip's own resistor; its default is the one that holds the line while the button is up.")
    plan.button = line.map { line in
      LineSettings(chip: line.chip, line: line.line, isActiveLow: isActiveLow, bias: bias)
    }
    readTimes(&reader)
  }

  private mutating func readTimes(_ reader: inout Reader) {
    reader.read(
      "debounce_ms", .milliseconds(0...500), into: &settings.debounce,
      "So long after an edge the others are the contact's bouncing.")
    reader.read(
      "double_click_ms", .milliseconds(50...2000), into: &settings.gestureTimes.clickGap,
      "Presses that follow one another within it belong together.")
    reader.read(
      "long_press_ms", .milliseconds(300...10_000), into: &settings.gestureTimes.long,
      "A press of this length is a long one.")
    reader.read(
      "shutdown_press_ms", .milliseconds(1000...60_000), into: &settings.gestureTimes.veryLong,
      "A press of this length shuts the program down.")
    if settings.gestureTimes.long >= settings.gestureTimes.veryLong {
      reader.refuse("long_press_ms", notBelow: "shutdown_press_ms")
    }
  }

  private func line(
    like name: String, _ reader: inout Reader
  ) -> (chip: String, line: LineSettings.Line)? {
    var chip: String?
    var line: LineSettings.Line?
    reader.read(
      "chip", .chip, into: &chip, like: "pinctrl-bcm2711",
      "The GPIO chip; its label stays the same from kernel to kernel."
    )
    reader.read(
      "line", .line, into: &line, like: .name(name),
      "The line on that chip; 'exhibit devices' lists them all.")
    guard let chip, let line else { return nil }
    return (chip, line)
  }

  /// The light or the buzzer of `section`, as a GPIO line or as a kernel LED.
  private func output(_ section: String, _ about: String, _ reader: inout Reader) -> LightSettings?
  {
    guard reader.device(section, about) else { return nil }
    reader.choose(between: ["led"], and: ["chip", "line", "drive"])
    let line = line(like: section == "light" ? "GPIO24" : "GPIO25", &reader)
    var led: String?
    reader.read(
      "led", .text(), into: &led, like: section == "light" ? "ACT" : "buzzer",
      "Its name under /sys/class/leds.")
    reader.require("chip", or: "line", "led")
    reader.require("line", for: "chip")
    reader.require("chip", for: "line")
    var isActiveLow = false
    reader.read("active_low", .truth, into: &isActiveLow, "Whether a low level switches it on.")
    var drive = LineSettings.Drive.pushPull
    reader.read("drive", .choice, into: &drive, "How the line is driven; a kernel LED has its own.")
    if let led { return .led(led) }
    return line.map { line in
      .line(LineSettings(chip: line.chip, line: line.line, isActiveLow: isActiveLow, drive: drive))
    }
  }

  private mutating func readAccelerometer(_ reader: inout Reader) {
    guard reader.device("accelerometer", "What feels movement.") else { return }
    reader.choose(between: ["iio"], and: ["i2c", "address"])
    var name: String?
    var bus: String?
    var address = 0x68
    reader.read(
      "iio", .text(), into: &name, like: "mpu6050",
      "The name of its kernel driver's device; without it the first there is.")
    reader.read(
      "i2c", .path(), into: &bus, like: "/dev/i2c-1",
      "In place of iio: the bus of an MPU-6050, 6500, 9250 or 9255 that is spoken to directly.")
    reader.read(
      "address", .whole(0x03...0x77), into: &address,
      "Its address on that bus, 104 or 105: 0x68 or 0x69.")
    reader.require("i2c", for: "address")
    plan.accelerometer = bus.map { .i2c(bus: $0, address: address) } ?? .iio(name: name)
  }

  private mutating func readConsole(_ reader: inout Reader) {
    reader.section("console", "The ways to talk to the program.")
    reader.read(
      "tty", .path(), into: &plan.tty, like: "/dev/serial0",
      "A serial line's path; none without it.")
    reader.read(
      "baud", .oneOf(Configuration.bauds), into: &plan.baud, "Its speed in bits per second.")
    reader.read(
      "socket", .path(atMost: Configuration.socketPathLimit), into: &plan.socket,
      "The Unix socket; it is always there.")
    reader.read(
      "access", .choice, into: &plan.serialAccess,
      "What may be asked for at the serial line; \"status\" is only to look.")
    reader.ignore("console.charset")
  }

  /// The longest path that fits into a socket's address, in bytes: unix(7).
  static let socketPathLimit = 107
  static let bauds = [
    1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600, 1_000_000,
    1_500_000, 2_000_000, 3_000_000, 4_000_000,
  ]

  /// One line does one thing.
  private func refuseSharedLines(_ reader: inout Reader) {
    let outputs = [("light", plan.light), ("buzzer", plan.buzzer)]
    var taken: [(role: String, output: LightSettings)] =
      plan.button.map { [("button", .line($0))] } ?? []
    for (role, output) in outputs {
      guard let output else { continue }
      if let other = taken.first(where: { $0.output.isSame(as: output) }) {
        reader.refuse(role, .configurationSharedLine(role, other.role))
      }
      taken.append((role, output))
    }
  }
}

extension LightSettings {
  /// Whether it is the same line or LED as `other`, by the same name.
  fileprivate func isSame(as other: LightSettings) -> Bool {
    switch (self, other) {
    case (.led(let one), .led(let other)): one == other
    case (.line(let one), .line(let other)): one.chip == other.chip && one.line == other.line
    case (.led, .line), (.line, .led): false
    }
  }
}

extension Kind<String> {
  /// A GPIO chip's path, name or label.
  static var chip: Kind { nameOrPath(words: .kindChip) }

  /// Which camera: the path of its node, one of its names under `/dev/v4l/by-id`, or its number.
  static var camera: Kind {
    let text = nameOrPath(words: .kindCamera)
    return Kind(
      read: { value in
        guard case .whole(let number) = value else { return text.read(value) }
        return (0...255) ~= number ? "\(number)" : nil
      },
      write: { device in Int64(device).map { .whole($0) } ?? .text(device) },
      words: text.words)
  }

  /// A name has no slash, since a path that does not begin at the root depends on where one stands.
  private static func nameOrPath(words: Phrase) -> Kind {
    text(words: words) {
      (1...255).contains($0.utf8.count) && ($0.hasPrefix("/") || !$0.contains("/"))
    }
  }
}

extension Kind<LineSettings.Line> {
  /// A line's offset or its name.
  static var line: Kind {
    Kind(
      read: { value in
        if case .whole(let whole) = value {
          return (0...65_535) ~= whole ? .offset(UInt32(whole)) : nil
        }
        return Kind<String>.text().read(value).map { .name($0) }
      },
      write: { line in
        switch line {
        case .offset(let offset): .whole(Int64(offset))
        case .name(let name): .text(name)
        }
      },
      words: .kindLine)
  }
}

extension Kind<Int64> {
  /// A control's value: any whole number, or true and false for 1 and 0.
  static var control: Kind {
    Kind(
      read: { value in
        switch value {
        case .whole(let whole): whole
        case .truth(let truth): truth ? 1 : 0
        case .table, .array, .text, .number, .date: nil
        }
      },
      write: { .whole($0) }, words: .kindControl)
  }
}

extension Phrase {
  static func configurationSharedLine(_ role: String, _ other: String) -> Phrase {
    Phrase(
      "configuration.shared-line",
      "'{1}' has the line of '{2}'; connect each to a line of its own", role, other)
  }

  static let kindChip = Phrase(
    "configuration.kind.chip", "a chip's path from /, its name or its label")

  static let kindCamera = Phrase(
    "configuration.kind.camera", "a device's path from /, its by-id name or its number")

  static let kindLine = Phrase("configuration.kind.line", "a line's name or its offset")

  static let kindControl = Phrase("configuration.kind.control", "a whole number, true or false")
}
