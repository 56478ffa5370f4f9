import Core
import Drivers
import Terminal

/// A device of the board, by its name in the kernel.
enum DevicePlace: Hashable {
  case video(path: String)
  case line(chip: String, offset: UInt32)
  case led(String)
  /// An IIO device, by its directory's name.
  case sensor(String)
  case bus(path: String, address: Int)
  case serial(path: String)
}

/// Device that a role would use at this moment.
struct RoleFinding: Hashable {
  /// How that came out.
  enum Outcome: Hashable {
    case notConfigured
    /// The device, with words for people.
    case found(DevicePlace, String)
    /// Why the device cannot be used, as far as one is meant.
    case unusable(DevicePlace?, Phrase)
  }

  let role: Role
  let outcome: Outcome

  /// The device, if one is meant that is there.
  var place: DevicePlace? {
    switch outcome {
    case .notConfigured: nil
    case .found(let place, _): place
    case .unusable(let place, _): place
    }
  }

  /// A sentence.
  var phrase: Phrase {
    switch outcome {
    case .notConfigured where role == .console:
      Phrase(
        "devices.role.socket",
        "The console has no serial line configured; its Unix socket is always there.")
    case .notConfigured: Phrase("devices.role.absent", "The \(role.word) is not configured.")
    case .found(_, let words): Phrase.devicesRole(role.word, words)
    case .unusable(_, let reason): Phrase.devicesRoleUnusable(role.word, reason)
    }
  }
}

extension RoleFinding {
  /// The roles that have devices, in a fixed order, with what `plan` gives them.
  ///
  /// - Parameter devices: what the board has, to know who holds what.
  static func all(of plan: BoardPlan, among devices: DeviceSurvey) -> [RoleFinding] {
    [
      finding(.camera, plan.camera) { settings throws(Failure) in try camera(settings) },
      finding(.button, plan.button) { line throws(Failure) in
        try self.line(line, .button, devices)
      },
      finding(.light, plan.light) { light throws(Failure) in
        try output(light, .light, devices)
      },
      finding(.buzzer, plan.buzzer) { buzzer throws(Failure) in
        try output(buzzer, .buzzer, devices)
      },
      finding(.accelerometer, plan.accelerometer) { sensor throws(Failure) in
        try accelerometer(sensor, devices)
      },
      finding(.console, plan.tty) { tty throws(Failure) in
        let path = try SerialLine.find(tty)
        return .found(.serial(path: path), path)
      },
    ]
  }

  private static func finding<Settings>(
    _ role: Role, _ settings: Settings?, _ find: (Settings) throws(Failure) -> Outcome
  ) -> RoleFinding {
    guard let settings else { return RoleFinding(role: role, outcome: .notConfigured) }
    do throws(Failure) {
      return RoleFinding(role: role, outcome: try find(settings))
    } catch {
      return RoleFinding(role: role, outcome: .unusable(nil, error.phrase))
    }
  }

  private static func camera(_ settings: CameraSettings) throws(Failure) -> Outcome {
    let mode = try Camera.plannedMode(settings)
    let words = Phrase(
      "devices.place.camera",
      "\(mode.path), \(mode.card), \(mode.format) \(mode.size) at \(mode.rate)")
    return .found(.video(path: mode.path), words.told)
  }

  private static func output(
    _ settings: LightSettings, _ role: Role, _ devices: DeviceSurvey
  ) throws(Failure) -> Outcome {
    switch settings {
    case .line(let settings): try line(settings, role, devices)
    case .led(let name): led(try KernelLEDDescription.find(name, for: role))
    }
  }

  private static func line(
    _ settings: LineSettings, _ role: Role, _ devices: DeviceSurvey
  ) throws(Failure) -> Outcome {
    line(try GPIOLine(finding: settings, for: role), devices)
  }

  /// The line that was found, by who holds it.
  static func line(_ line: GPIOLine, _ devices: DeviceSurvey) -> Outcome {
    let place = DevicePlace.line(chip: line.chip, offset: line.offset)
    let info = devices.info(of: line)
    if let refusal = line.refusal(heldBy: info?.holder) { return .unusable(place, refusal) }
    let words = info?.name.map {
      Phrase("devices.place.named-line", "line \(Int(line.offset)) of \(line.chip), \($0)")
    }
    return .found(
      place, (words ?? Phrase.devicesLinePlace(Int(line.offset), line.chip)).told)
  }

  /// The LED that was found, by whether this user may light it.
  static func led(_ led: KernelLEDDescription) -> Outcome {
    if let refusal = led.refusal { return .unusable(.led(led.name), refusal) }
    return .found(.led(led.name), Phrase.devicesLEDPlace(led.name).told)
  }

  private static func accelerometer(
    _ settings: BoardPlan.AccelerometerSource, _ devices: DeviceSurvey
  ) throws(Failure) -> Outcome {
    switch settings {
    case .iio(let name):
      sensor(try IIODevice.accelerometer(named: name, among: devices.sensors))
    case .i2c(let bus, let address):
      chip(at: address, of: try I2CBus.find(bus), devices)
    }
  }

  private static func sensor(_ device: IIODevice) -> Outcome {
    let place = DevicePlace.sensor(device.directory)
    if let refusal = device.refusal { return .unusable(place, refusal) }
    return .found(place, "\(device.directory), \(device.name)")
  }

  /// The chip at `address` of the bus at `path`, by whether the kernel has it.
  static func chip(at address: Int, of path: String, _ devices: DeviceSurvey) -> Outcome {
    let place = DevicePlace.bus(path: path, address: address)
    let number = Figures.hexadecimal(address)
    if let chip = devices.chip(at: address, of: path), chip.isDriven {
      return .unusable(place, Phrase.i2cChipBusy(path, number, chip.name))
    }
    return .found(place, Phrase.devicesChipPlace(number, path).told)
  }
}

extension Phrase {
  static func devicesRole(_ role: Phrase, _ place: String) -> Phrase {
    Phrase("devices.role", "The \(role) is \(place).")
  }

  static func devicesRoleUnusable(_ role: Phrase, _ reason: Phrase) -> Phrase {
    Phrase("devices.role.unusable", "The \(role) cannot be used. \(reason)")
  }

  static func devicesLinePlace(_ offset: Int, _ chip: String) -> Phrase {
    Phrase("devices.place.line", "line \(offset) of \(chip)")
  }

  static func devicesLEDPlace(_ name: String) -> Phrase {
    Phrase("devices.place.led", "the kernel LED \(name)")
  }

  static func devicesChipPlace(_ address: String, _ bus: String) -> Phrase {
    Phrase("devices.place.chip", "the chip at \(address) of \(bus)")
  }
}
