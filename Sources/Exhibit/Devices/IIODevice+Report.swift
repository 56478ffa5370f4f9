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
      ("problem", .optional(refusal?.english)),
    ])
  }

  /// The kernel's words are English where they are not in this list.
  private static func words(for quantity: String) -> String {
    switch quantity {
    case "accel": Phrase.devicesAcceleration.english
    case "anglvel": Phrase.devicesAngularVelocity.english
    case "magn": Phrase.devicesMagneticField.english
    case "temp": Phrase.devicesTemperature.english
    case "humidityrelative": Phrase.devicesHumidity.english
    default: quantity
    }
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
}
