import Core
import Drivers

extension GPIOChipDescription {
  /// A line for the chip and one for each of its lines.
  func phrases(roles: (GPIOLineInfo) -> [Role]) -> [Phrase] {
    guard let label else {
      return [Phrase(.devicesChipClosed, name)] + [refusal].compactMap { $0 }
    }
    let title = Phrase(.devicesChip, name, label, "\(lineCount)")
    return [title] + lines.map { $0.phrase(roles: roles($0)) }
  }

  /// The chip for programs.
  func json(roles: (GPIOLineInfo) -> [Role]) -> JSON {
    .object([
      ("path", .string(path)), ("name", .string(name)), ("label", .optional(label)),
      ("line_count", .integer(lineCount)), ("problem", .optional(refusal?.english)),
      ("lines", .array(lines.map { $0.json(roles: roles($0)) })),
    ])
  }
}

extension GPIOLineInfo {
  fileprivate func phrase(roles: [Role]) -> Phrase {
    let name = self.name ?? Phrase(.devicesLineUnnamed).english
    let direction = Phrase(isOutput ? .devicesLineOutput : .devicesLineInput).english
    let use = holder.map { Phrase(.devicesLineHeld, $0) } ?? Phrase(.devicesLineFree)
    if roles.isEmpty { return Phrase(.devicesLine, "\(offset)", name, direction, use.english) }
    return Phrase(
      .devicesLineUsedFor, "\(offset)", name, direction, use.english, roles.words)
  }

  fileprivate func json(roles: [Role]) -> JSON {
    .object([
      ("offset", .integer(Int(offset))), ("name", .optional(name)),
      ("direction", .string(isOutput ? "output" : "input")), ("used", .bool(holder != nil)),
      ("consumer", .optional(holder)), ("roles", roles.json),
    ])
  }
}
