import Core

/// What hangs on GPIO lines: button, light and buzzer.
extension Configuration {
  mutating func readLines(_ reader: inout Reader) {
    readButton(&reader)
    plan.light = output(
      "light",
      "What shows how things stand: a GPIO line, or a kernel LED in place of chip and line.",
      &reader)
    reader.read(
      "dark_for_shutter", .truth, into: &settings.isDarkForShutter,
      "Whether it is dark while a picture is taken, so that it doesn't shine back from glass.")
    plan.buzzer = output("buzzer", "An active buzzer, connected as a light is.", &reader)
    refuseSharedLines(&reader)
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
      "min_press_ms", .milliseconds(0...200), into: &settings.shortestPress,
      "What closes the contact for less than that in all is noise, and no press.")
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

  /// One line does one thing.
  private func refuseSharedLines(_ reader: inout Reader) {
    let outputs = [("light", plan.light), ("buzzer", plan.buzzer)]
    var taken: [(role: String, output: LightSettings)] =
      plan.button.map { [("button", .line($0))] } ?? []
    for (role, output) in outputs {
      guard let output else { continue }
      if let other = taken.first(where: { $0.output.isSame(as: output) }) {
        reader.refuse(
          role,
          Phrase(
            "configuration.shared-line",
            "'\(role)' has the line of '\(other.role)'; connect each to a line of its own"))
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
  static var chip: Kind {
    nameOrPath(
      words: Phrase("configuration.kind.chip", "a chip's path from /, its name or its label"))
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
      words: Phrase("configuration.kind.line", "a line's name or its offset"))
  }
}
