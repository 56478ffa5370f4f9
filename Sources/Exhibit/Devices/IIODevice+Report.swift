import Core
import Drivers

extension IIODevice {
  /// A fact each.
  func phrases(roles: [Role]) -> [Phrase] {
    let words = quantities.map(IIODevice.words).joined(separator: ", ")
    let title =
      words.isEmpty
      ? Phrase(.devicesSensorMute, directory, name)
      : Phrase(.devicesSensor, directory, name, words)
    return [title] + accelerometer + roles.phrases
      + [refusal].compactMap { $0 }
  }

  private var accelerometer: [Phrase] {
    guard isAccelerometer else { return [] }
    return [
      Phrase(.devicesAccelerometer), Phrase(.devicesSensing, ways.joined(separator: ", ")),
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
    case "accel": Phrase(.devicesAcceleration).english
    case "anglvel": Phrase(.devicesAngularVelocity).english
    case "magn": Phrase(.devicesMagneticField).english
    case "temp": Phrase(.devicesTemperature).english
    case "humidityrelative": Phrase(.devicesHumidity).english
    default: quantity
    }
  }
}
