import Core
import Drivers

/// What the board has and what each role would use, for people and for programs.
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
    paragraphs.map { $0.map { DeviceReport.printable($0.english) }.joined(separator: "\n") }
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
    [Phrase(isWritten ? .devicesConfigured : .devicesUnconfigured, path)] + findings.map(\.phrase)
  }

  private var cameras: [Phrase] {
    section(devices.cameras, .devicesCameras, none: .devicesNoCameras) {
      $0.phrases(roles: findings.roles(of: $0))
    }
  }

  private var chips: [Phrase] {
    section(devices.chips, .devicesChips, none: .devicesNoChips) { chip in
      chip.phrases { findings.roles(of: $0, on: chip) }
    }
  }

  private var sensors: [Phrase] {
    section(devices.sensors, .devicesSensors, none: .devicesNoSensors) {
      $0.phrases(roles: findings.roles(of: $0))
    }
  }

  private var leds: [Phrase] {
    section(devices.leds, .devicesLEDs, none: .devicesNoLEDs) {
      $0.phrases(roles: findings.roles(of: $0))
    }
  }

  private var serialLines: [Phrase] {
    section(devices.serialLines, .devicesSerials, none: .devicesNoSerials) {
      $0.phrases(roles: findings.roles(of: $0))
    }
  }

  private var buses: [Phrase] {
    section(devices.buses, .devicesBuses, none: .devicesNoBuses) {
      $0.phrases(roles: findings.roles(of: $0))
    }
  }

  private func section<Device>(
    _ devices: [Device], _ heading: Phrase.Key, none: Phrase.Key,
    _ describe: (Device) -> [Phrase]
  ) -> [Phrase] {
    if devices.isEmpty { return [Phrase(none)] }
    return [Phrase(heading, "\(devices.count)")] + devices.flatMap(describe)
  }

  /// `line` without what would steer the terminal.
  static func printable(_ line: String) -> String {
    line.unicodeScalars.reduce(into: "") { line, scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: line += "?"
      default: line.unicodeScalars.append(scalar)
      }
    }
  }
}
