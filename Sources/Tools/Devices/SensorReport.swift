import Core
import Drivers

extension IIODevice {
  /// A fact each.
  func phrases(roles: [Role]) -> [Phrase] {
    let words = quantities.map(IIODevice.words).joined(separator: ", ")
    let title =
      words.isEmpty
      ? Phrase("devices.iio.mute", "IIO device \(directory), \(name), has nothing to read.")
      : Phrase("devices.iio.device", "IIO device \(directory), \(name), measures \(words).")
    return [title] + accelerometer + roles.phrases
      + [refusal].compactMap { $0 }
  }

  private var accelerometer: [Phrase] {
    guard isAccelerometer else { return [] }
    return [
      Phrase("devices.iio.accelerometer", "It is an accelerometer."),
      Phrase.devicesSensing(ways.joined(separator: ", ")),
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
    case "accel": Phrase("devices.quantity.acceleration", "acceleration").told
    case "anglvel": Phrase("devices.quantity.angular-velocity", "angular velocity").told
    case "magn": Phrase("devices.quantity.magnetic-field", "magnetic field").told
    case "temp": Phrase("devices.quantity.temperature", "temperature").told
    case "humidityrelative": Phrase("devices.quantity.humidity", "relative humidity").told
    default: quantity
    }
  }
}

extension I2CBus {
  /// A fact each.
  func phrases(roles: [Role]) -> [Phrase] {
    let title = Phrase("devices.i2c.bus", "I2C bus \(path), \(name ?? Phrase.valueUnknown.told).")
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
      ? Phrase(
        "devices.i2c.driven",
        "Chip at \(Figures.hexadecimal(address)): \(name), held by the kernel's driver.")
      : Phrase("devices.i2c.chip", "Chip at \(Figures.hexadecimal(address)): \(name).")
  }

  fileprivate var json: JSON {
    .object([
      ("address", .integer(address)), ("name", .string(name)), ("driven", .bool(isDriven)),
    ])
  }
}

extension Phrase {
  static func devicesSensing(_ ways: String) -> Phrase {
    Phrase("devices.iio.sensing", "It can be listened to by \(ways).")
  }

}
