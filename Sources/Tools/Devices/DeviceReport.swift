import Core
import Drivers
import Terminal

/// Report on the board's devices and on the device of each role, for people and for programs.
struct DeviceReport {
  private let devices: DeviceSurvey
  private let findings: [RoleFinding]
  private let path: String
  private let isWritten: Bool

  /// A report on `devices`, of which each role would use what `findings` say.
  ///
  /// - Parameters:
  ///   - path: where the configuration is, or was looked for.
  ///   - isWritten: whether it is there.
  init(_ devices: DeviceSurvey, _ findings: [RoleFinding], by path: String, isWritten: Bool) {
    self.devices = devices
    self.findings = findings
    self.path = path
    self.isWritten = isWritten
  }

  /// A fact a line, an empty line before each kind of device.
  ///
  /// Devices name themselves, a plugged-in camera too: no name of theirs steers the terminal.
  var text: String {
    paragraphs.map { $0.map { $0.told.printable }.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  /// One object on one line.
  var json: JSON {
    .object([
      ("configuration", isWritten ? .string(path) : .null),
      ("roles", .array(findings.map { $0.json(isWritten: isWritten) })),
      ("cameras", .array(devices.cameras.map { $0.json(roles: findings.roles(of: $0)) })),
      (
        "gpio_chips",
        .array(devices.chips.map { chip in chip.json { findings.roles(of: $0, on: chip) } })
      ),
      ("iio_devices", .array(devices.sensors.map { $0.json(roles: findings.roles(of: $0)) })),
      ("leds", .array(devices.leds.map { $0.json(roles: findings.roles(of: $0)) })),
      ("ttys", .array(devices.serialLines.map { $0.json(roles: findings.roles(of: $0)) })),
      ("i2c_buses", .array(devices.buses.map { $0.json(roles: findings.roles(of: $0)) })),
    ])
  }

  private var paragraphs: [[Phrase]] {
    [roles, cameras, chips, sensors, leds, serialLines, buses]
  }

  private var roles: [Phrase] {
    [isWritten ? Phrase.devicesConfigured(path) : .devicesUnconfigured(path)]
      + findings.map(\.phrase)
  }

  private var cameras: [Phrase] {
    section(
      devices.cameras, Phrase.devicesCameras,
      none: Phrase(
        "devices.cameras.none",
        "Video devices: none. Without a camera there are no photos; connect a USB camera.")
    ) {
      $0.phrases(roles: findings.roles(of: $0))
    }
  }

  private var chips: [Phrase] {
    section(
      devices.chips, Phrase.devicesChips,
      none: Phrase(
        "devices.gpio.none",
        """
        GPIO chips: none. Without one there is no button, and a light only as a kernel LED; load the driver of \
        the board's GPIO chip.
        """)
    ) { chip in
      chip.phrases { findings.roles(of: $0, on: chip) }
    }
  }

  private var sensors: [Phrase] {
    section(
      devices.sensors, Phrase.devicesSensors,
      none: Phrase(
        "devices.iio.none",
        """
        IIO devices: none. Without one an accelerometer can only be spoken to over an I2C bus; load the sensor's \
        overlay, such as i2c-sensor,mpu6050.
        """)
    ) {
      $0.phrases(roles: findings.roles(of: $0))
    }
  }

  private var leds: [Phrase] {
    section(
      devices.leds, Phrase.devicesLEDs,
      none: Phrase("devices.leds.none", "Kernel LEDs: none. Without one the light is a GPIO line.")
    ) {
      $0.phrases(roles: findings.roles(of: $0))
    }
  }

  private var serialLines: [Phrase] {
    section(
      devices.serialLines, Phrase.devicesSerials,
      none: Phrase(
        "devices.serial.none",
        "Serial lines: none. Without one the console is the Unix socket alone.")
    ) {
      $0.phrases(roles: findings.roles(of: $0))
    }
  }

  private var buses: [Phrase] {
    section(
      devices.buses, Phrase.devicesBuses,
      none: Phrase(
        "devices.i2c.none",
        """
        I2C buses: none. Without one no accelerometer can be spoken to directly; switch the bus on and load the \
        kernel's module i2c-dev.
        """)
    ) {
      $0.phrases(roles: findings.roles(of: $0))
    }
  }

  private func section<Device>(
    _ devices: [Device], _ heading: (Int) -> Phrase, none: Phrase,
    _ describe: (Device) -> [Phrase]
  ) -> [Phrase] {
    if devices.isEmpty { return [none] }
    return [heading(devices.count)] + devices.flatMap(describe)
  }
}

extension SerialLine {
  /// A fact each.
  func phrases(roles: [Role]) -> [Phrase] {
    var phrases = [Phrase("devices.serial.line", "Serial line \(path).")]
    phrases += links.map { Phrase.devicesAlsoCalled($0) }
    phrases += roles.phrases
    phrases += holder?.phrases ?? []
    if isKernelConsole {
      phrases.append(
        Phrase(
          "devices.serial.kernel",
          """
          The kernel prints its messages there; for a console of exhibit's, take the line out of console= on the \
          kernel's command line.
          """))
    }
    if let refusal { phrases.append(refusal) }
    return phrases
  }

  /// The line for programs.
  func json(roles: [Role]) -> JSON {
    .object([
      ("path", .string(path)), ("links", .array(links.map { .string($0) })),
      ("kernel_console", .bool(isKernelConsole)), ("holder", .optional(holder?.json)),
      ("roles", roles.json), ("problem", .sentence(refusal)),
    ])
  }
}

extension Phrase {
  static func devicesCameras(_ count: Int) -> Phrase {
    Phrase("devices.cameras", "Video devices: \(count).")
  }

  static func devicesChips(_ count: Int) -> Phrase {
    Phrase("devices.gpio", "GPIO chips: \(count).")
  }

  static func devicesSensors(_ count: Int) -> Phrase {
    Phrase("devices.iio", "IIO devices: \(count).")
  }

  static func devicesLEDs(_ count: Int) -> Phrase {
    Phrase("devices.leds", "Kernel LEDs: \(count).")
  }

  static func devicesSerials(_ count: Int) -> Phrase {
    Phrase("devices.serial", "Serial lines: \(count).")
  }

  static func devicesBuses(_ count: Int) -> Phrase {
    Phrase("devices.i2c", "I2C buses: \(count).")
  }

}
