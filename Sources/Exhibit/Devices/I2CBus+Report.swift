import Core
import Drivers

extension I2CBus {
  /// A fact each.
  func phrases(roles: [Role]) -> [Phrase] {
    let title = Phrase(.devicesBus, path, name ?? Phrase(.valueUnknown).english)
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
    Phrase(
      isDriven ? .devicesBusChipDriven : .devicesBusChip, Figures.hexadecimal(address), name)
  }

  fileprivate var json: JSON {
    .object([
      ("address", .integer(address)), ("name", .string(name)), ("driven", .bool(isDriven)),
    ])
  }
}
