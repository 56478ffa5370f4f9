import Core
import Drivers

extension IIODevice {
  /// A fact each.
  func phrases(roles: [Role]) -> [Phrase] {
    let words = quantities.map(IIODevice.words).joined(separator: ", ")
    let title =
      words.isEmpty
      ? Phrase.devicesSensorMute(directory, name)
      : Phrase.devicesSensor(directory, name, words)
    return [title] + accelerometer + roles.phrases
      + [refusal].compactMap { $0 }
  }

  private var accelerometer: [Phrase] {
    guard isAccelerometer else { return [] }
    return [
      Phrase.devicesAccelerometer, Phrase.devicesSensing(ways.joined(separator: ", ")),
    ]
  }

  /// The device for programs.
  func json(roles: [Role]) -> JSON {
    .object([
      ("device", .string(directory)), ("name", .string(name)),
      ("measures", .array(quantities.map { .string($0) })),
      ("accelerometer", .bool(isAccelerometer)),
      ("sensing", .array(ways.map { .string($0) })), ("roles", roles.json),
      ("problem", .sentence(refusal)),
    ])
  }

  /// The kernel's words are English where they are not in this list.
  private static func words(for quantity: String) -> String {
    switch quantity {
    case "accel": Phrase.devicesAcceleration.told
    case "anglvel": Phrase.devicesAngularVelocity.told
    case "magn": Phrase.devicesMagneticField.told
    case "temp": Phrase.devicesTemperature.told
    case "humidityrelative": Phrase.devicesHumidity.told
    default: quantity
    }
  }
}

extension I2CBus {
  /// A fact each.
  func phrases(roles: [Role]) -> [Phrase] {
    let title = Phrase.devicesBus(path, name ?? Phrase.valueUnknown.told)
    return [title] + roles.phrases + [refusal].compactMap { $0 } + chips.map(\.phrase)
  }

  /// The bus for programs.
  func json(roles: [Role]) -> JSON {
    .object([
      ("path", .string(path)), ("name", .optional(name)), ("roles", roles.json),
      ("problem", .sentence(refusal)), ("chips", .array(chips.map(\.json))),
    ])
  }
}

extension I2CBus.Chip {
  fileprivate var phrase: Phrase {
    isDriven
      ? Phrase.devicesBusChipDriven(Figures.hexadecimal(address), name)
      : .devicesBusChip(Figures.hexadecimal(address), name)
  }

  fileprivate var json: JSON {
    .object([
      ("address", .integer(address)), ("name", .string(name)), ("driven", .bool(isDriven)),
    ])
  }
}

extension Phrase {
  static func devicesSensor(_ directory: String, _ name: String, _ quantities: String) -> Phrase {
    Phrase("devices.iio.device", "IIO device {1}, {2}, measures {3}.", directory, name, quantities)
  }

  static func devicesSensorMute(_ directory: String, _ name: String) -> Phrase {
    Phrase("devices.iio.mute", "IIO device {1}, {2}, has nothing to read.", directory, name)
  }

  static let devicesAccelerometer = Phrase("devices.iio.accelerometer", "It is an accelerometer.")

  static func devicesSensing(_ ways: String) -> Phrase {
    Phrase("devices.iio.sensing", "It can be listened to by {1}.", ways)
  }

  static let devicesAcceleration = Phrase("devices.quantity.acceleration", "acceleration")

  static let devicesAngularVelocity = Phrase(
    "devices.quantity.angular-velocity", "angular velocity")

  static let devicesMagneticField = Phrase("devices.quantity.magnetic-field", "magnetic field")
  static let devicesTemperature = Phrase("devices.quantity.temperature", "temperature")
  static let devicesHumidity = Phrase("devices.quantity.humidity", "relative humidity")

  static func devicesBus(_ path: String, _ name: String) -> Phrase {
    Phrase("devices.i2c.bus", "I2C bus {1}, {2}.", path, name)
  }

  static func devicesBusChip(_ address: String, _ name: String) -> Phrase {
    Phrase("devices.i2c.chip", "Chip at {1}: {2}.", address, name)
  }

  static func devicesBusChipDriven(_ address: String, _ name: String) -> Phrase {
    Phrase("devices.i2c.driven", "Chip at {1}: {2}, held by the kernel's driver.", address, name)
  }
}
