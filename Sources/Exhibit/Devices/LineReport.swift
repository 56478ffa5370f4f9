import Core
import Drivers

extension GPIOChipDescription {
  /// A line for the chip and one for each of its lines.
  func phrases(roles: (GPIOLineInfo) -> [Role]) -> [Phrase] {
    guard let label else {
      return [Phrase.devicesChipClosed(name)] + [refusal].compactMap { $0 }
    }
    let title = Phrase.devicesChip(name, label, lineCount)
    return [title] + lines.map { $0.phrase(roles: roles($0)) }
  }

  /// The chip for programs.
  func json(roles: (GPIOLineInfo) -> [Role]) -> JSON {
    .object([
      ("path", .string(path)), ("name", .string(name)), ("label", .optional(label)),
      ("line_count", .integer(lineCount)), ("problem", .sentence(refusal)),
      ("lines", .array(lines.map { $0.json(roles: roles($0)) })),
    ])
  }
}

extension GPIOLineInfo {
  fileprivate func phrase(roles: [Role]) -> Phrase {
    let name = self.name ?? Phrase.devicesLineUnnamed.told
    let direction = (isOutput ? Phrase.devicesLineOutput : .devicesLineInput).told
    let use = holder.map { Phrase.devicesLineHeld($0) } ?? Phrase.devicesLineFree
    if roles.isEmpty { return Phrase.devicesLine(Int(offset), name, direction, use) }
    return Phrase.devicesLineUsedFor(Int(offset), name, direction, use, roles.words)
  }

  fileprivate func json(roles: [Role]) -> JSON {
    .object([
      ("offset", .integer(Int(offset))), ("name", .optional(name)),
      ("direction", .string(isOutput ? "output" : "input")), ("used", .bool(holder != nil)),
      ("consumer", .optional(holder)), ("roles", roles.json),
    ])
  }
}

extension KernelLEDDescription {
  /// A fact each.
  func phrases(roles: [Role]) -> [Phrase] {
    let full = fullBrightness.map { "\($0)" } ?? Phrase.valueUnknown.told
    let trigger = self.trigger.map { [Phrase.devicesLEDTrigger($0)] } ?? []
    return [Phrase.devicesLED(name, full)] + roles.phrases + trigger
      + [refusal].compactMap { $0 }
  }

  /// The LED for programs.
  func json(roles: [Role]) -> JSON {
    .object([
      ("name", .string(name)), ("max_brightness", .optional(fullBrightness)),
      ("trigger", .optional(trigger)), ("roles", roles.json),
      ("problem", .sentence(refusal)),
    ])
  }
}

extension Phrase {
  static func devicesChip(_ name: String, _ label: String, _ lineCount: Int) -> Phrase {
    Phrase(
      "devices.gpio.chip", "GPIO chip {1}, label {2}, {3}.", name, label,
      Counted.lines.phrase(lineCount))
  }

  static func devicesChipClosed(_ name: String) -> Phrase {
    Phrase("devices.gpio.closed", "GPIO chip {1}.", name)
  }

  static func devicesLine(
    _ offset: Int, _ name: String, _ direction: String, _ use: Phrase
  ) -> Phrase {
    Phrase("devices.gpio.line", "Line {1}, {2}, {3}, {4}.", offset, name, direction, use)
  }

  static func devicesLineUsedFor(
    _ offset: Int, _ name: String, _ direction: String, _ use: Phrase, _ roles: String
  ) -> Phrase {
    Phrase(
      "devices.gpio.used-for",
      "Line {1}, {2}, {3}, {4}, used for the {5}.", offset, name, direction, use, roles)
  }

  static let devicesLineUnnamed = Phrase("devices.gpio.unnamed", "without a name")
  static let devicesLineInput = Phrase("devices.gpio.input", "input")
  static let devicesLineOutput = Phrase("devices.gpio.output", "output")
  static let devicesLineFree = Phrase("devices.gpio.free", "free")

  static func devicesLineHeld(_ holder: String) -> Phrase {
    Phrase("devices.gpio.held", "in use by {1}", holder)
  }

  static func devicesLED(_ name: String, _ brightness: String) -> Phrase {
    Phrase("devices.led", "LED {1}, full brightness {2}.", name, brightness)
  }

  static func devicesLEDTrigger(_ trigger: String) -> Phrase {
    Phrase("devices.led.trigger", "Its trigger is {1}, which exhibit would switch off.", trigger)
  }
}
