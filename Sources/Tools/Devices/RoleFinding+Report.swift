import Core
import Drivers
import Terminal

extension [RoleFinding] {
  func roles(of camera: CameraDescription) -> [Role] { roles { $0 == .video(path: camera.path) } }

  func roles(of line: GPIOLineInfo, on chip: GPIOChipDescription) -> [Role] {
    roles { $0 == .line(chip: chip.name, offset: line.offset) }
  }

  func roles(of sensor: IIODevice) -> [Role] { roles { $0 == .sensor(sensor.directory) } }

  func roles(of led: KernelLEDDescription) -> [Role] { roles { $0 == .led(led.name) } }

  func roles(of line: SerialLine) -> [Role] { roles { $0 == .serial(path: line.path) } }

  func roles(of bus: I2CBus) -> [Role] {
    roles { place in
      if case .bus(bus.path, _) = place { true } else { false }
    }
  }

  private func roles(_ isMeant: (DevicePlace) -> Bool) -> [Role] {
    filter { $0.place.map(isMeant) ?? false }.map(\.role)
  }
}

extension [Role] {
  /// The roles for the end of a sentence that has "the" before: "light, the buzzer".
  var words: String { map(\.rawValue).joined(separator: ", the ") }

  /// "Used for the light." if there are any.
  var phrases: [Phrase] { isEmpty ? [] : [Phrase("devices.used-for", "Used for the \(words).")] }

  /// Their names, for programs.
  var json: JSON { .array(map { .string($0.rawValue) }) }
}

extension RoleFinding {
  /// The finding for programs.
  ///
  /// - Parameter isWritten: whether a configuration is what asked for it.
  func json(isWritten: Bool) -> JSON {
    .object([
      ("role", .string(role.rawValue)),
      ("configured", .bool(isWritten && outcome != .notConfigured)),
      ("device", .optional(place?.json)), ("problem", .sentence(problem)),
    ])
  }

  private var problem: Phrase? {
    guard case .unusable(_, let phrase) = outcome else { return nil }
    return phrase
  }
}

extension DevicePlace {
  fileprivate var json: JSON {
    switch self {
    case .video(let path), .serial(let path): .object([("path", .string(path))])
    case .line(let chip, let offset):
      .object([("chip", .string(chip)), ("line", .integer(Int(offset)))])
    case .led(let name), .sensor(let name): .object([("name", .string(name))])
    case .bus(let path, let address):
      .object([("path", .string(path)), ("address", .integer(address))])
    }
  }
}
