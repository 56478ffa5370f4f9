import Core

/// What the board has: the sections that fill `plan`. One that is there means that the device is.
extension Configuration {
  mutating func readDevices(_ reader: inout Reader) {
    readCamera(&reader)
    readLines(&reader)
    readAccelerometer(&reader)
    readConsole(&reader)
    readVoice(&reader)
    readHooks(&reader)
    settings.roles = plan.roles
  }

  private mutating func readCamera(_ reader: inout Reader) {
    guard
      reader.device(
        "camera", "What is not said of it is chosen: the largest picture at a good rate.")
    else { return }
    var camera = CameraSettings()
    reader.read(
      "device", .camera, into: &camera.device, like: "/dev/video0",
      """
      Which camera: a path, a name under /dev/v4l/by-id, or the number in /dev/videoN; without it the \
      first that can be used.
      """)
    readFormat(&camera, &reader)
    reader.read(
      "skip_frames", .whole(0...300), into: &camera.skippedFrameCount,
      "Frames thrown away after a start, until the exposure has settled.")
    reader.read(
      "quality", .whole(1...100), into: &plan.quality,
      "Of the pictures that are compressed here; 100 is best.")
    camera.mounting = mounting(&reader)
    camera.controls = controls(&reader)
    plan.camera = camera
  }

  private func readFormat(_ camera: inout CameraSettings, _ reader: inout Reader) {
    reader.read("width", .whole(16...16_384), into: &camera.width, like: 1280, "Pixels a row.")
    reader.read("height", .whole(16...16_384), into: &camera.height, like: 720, "Rows.")
    reader.require("height", for: "width")
    reader.require("width", for: "height")
    reader.read(
      "fps", .number(0.1...1000), into: &camera.framesPerSecond, like: 30, "Frames a second.")
    reader.read(
      "format", .text(3...4), into: &camera.format, like: "MJPG",
      "The driver's name of a pixel format.")
  }

  private func mounting(_ reader: inout Reader) -> Mounting {
    var mounting = Mounting()
    reader.read(
      "facing", .choice, into: &mounting.facing,
      "\"user\" for a camera that looks at the person at the board.")
    reader.read(
      "rotation", .number, into: &mounting.turn,
      "How it is turned in its mount, in degrees clockwise as seen from behind it.")
    return mounting
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
      "tty", .path(), into: &plan.tty, like: "/dev/exhibit/serial0",
      "A serial line's path; none without it.")
    reader.read(
      "baud", .oneOf(BoardPlan.bauds), into: &plan.baud, "Its speed in bits per second.")
    reader.read(
      "socket", .path(atMost: Configuration.socketPathLimit), into: &plan.socket,
      "The Unix socket; it is always there.")
    reader.read(
      "access", .choice, into: &plan.serialAccess,
      "What may be asked for at the serial line; \"status\" is only to look.")
    reader.read(
      "charset", .choice, into: &plan.charset,
      "What consoles write; \"ascii\" is for terminals that show nothing but its letters.")
    settings.charset = plan.charset
  }

  private mutating func readVoice(_ reader: inout Reader) {
    reader.section("voice", "A program that speaks; without its command nothing is spoken.")
    reader.read(
      "command", .command, into: &plan.voice, like: ["espeak-ng", "--stdin"],
      """
      The program and its arguments. It is started for each sentence, reads that from its standard \
      input, says it and ends.
      """)
    settings.hasVoice = plan.voice != nil
  }

  private mutating func readHooks(_ reader: inout Reader) {
    reader.section("hooks", "A program that hears of what was stored; without it none is started.")
    reader.read(
      "stored", .command, into: &plan.hook, like: ["/usr/local/bin/stored"],
      """
      The program and its arguments. It is started for each piece once that is durable, with the path \
      of its file as last argument and its line of list --json on its standard input. In the service it has \
      no network, and can write to /var/lib/exhibit and its own /tmp alone.
      """)
    settings.hasHook = plan.hook != nil
    reader.read(
      "option_confirmed", .command, into: &plan.confirmedHook, like: ["/usr/local/bin/confirmed"],
      """
      The same for each option that is confirmed, which then becomes no title: it reads an object with \
      "option" and "piece".
      """)
    settings.hasConfirmedHook = plan.confirmedHook != nil
  }

  /// The longest path that fits into a socket's address, in bytes: unix(7).
  static let socketPathLimit = 107
}

extension Kind<String> {
  /// Which camera: the path of its node, one of its names under `/dev/v4l/by-id`, or its number.
  static var camera: Kind {
    let text = nameOrPath(
      words: Phrase(
        "configuration.kind.camera", "a device's path from /, its by-id name or its number"))
    return Kind(
      read: { value in
        guard case .whole(let number) = value else { return text.read(value) }
        return (0...255) ~= number ? "\(number)" : nil
      },
      write: { device in Int64(device).map { .whole($0) } ?? .text(device) },
      words: text.words)
  }

  /// A name has no slash, since a path that does not begin at the root depends on where one stands.
  static func nameOrPath(words: Phrase) -> Kind {
    text(words: words) {
      (1...255).contains($0.utf8.count) && ($0.hasPrefix("/") || !$0.contains("/"))
    }
  }
}

extension Kind<[String]> {
  /// A program and its arguments, each as `Kind<String>.text` has them; an argument may be empty.
  static var command: Kind {
    Kind(
      read: { value in
        guard case .texts(let words) = value, words.count <= 16, words.first?.isEmpty == false
        else {
          return nil
        }
        return words.allSatisfy { $0.utf8.count <= 255 && TOMLValue.text($0).asText != nil }
          ? words : nil
      },
      write: { .texts($0) },
      words: Phrase(
        "configuration.kind.command",
        "a list of 1 to 16 texts in quotes, a program and its arguments, each of at most 255 bytes")
    )
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
        case .table, .array, .texts, .text, .number, .date: nil
        }
      },
      write: { .whole($0) },
      words: Phrase("configuration.kind.control", "a whole number, true or false"))
  }
}
