import Core
import Drivers

extension I2CBus {
  /// A fact each.
  func phrases(roles: [Role]) -> [Phrase] {
    let title = Phrase.devicesBus(path, name ?? Phrase.valueUnknown.english)
    return [title] + roles.phrases + [refusal].compactMap { $0 } + chips.map(\.phrase)
  }

  /// The bus for programs.
  func json(roles: [Role]) -> JSON {
    .object([
      ("path", .string(path)), ("name", .optional(name)), ("roles", roles.json),
      ("problem", .optional(refusal?.english)), ("chips", .array(chips.map(\.json))),
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
