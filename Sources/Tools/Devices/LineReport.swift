import Core
import Drivers

extension GPIOChipDescription {
  /// A line for the chip and one for each of its lines.
  func phrases(roles: (GPIOLineInfo) -> [Role]) -> [Phrase] {
    guard let label else {
      return [Phrase("devices.gpio.closed", "GPIO chip \(name).")] + [refusal].compactMap { $0 }
    }
    let title = Phrase(
      "devices.gpio.chip",
      "GPIO chip \(name), label \(label), \(lineCount) \(lineCount, one: "line", many: "lines").")
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
    let name = self.name ?? Phrase("devices.gpio.unnamed", "without a name").told
    let direction =
      (isOutput ? Phrase("devices.gpio.output", "output") : Phrase("devices.gpio.input", "input"))
      .told
    let use =
      holder.map { Phrase("devices.gpio.held", "in use by \($0)") }
      ?? Phrase("devices.gpio.free", "free")
    if roles.isEmpty {
      return Phrase("devices.gpio.line", "Line \(Int(offset)), \(name), \(direction), \(use).")
    }
    return Phrase(
      "devices.gpio.used-for",
      "Line \(Int(offset)), \(name), \(direction), \(use), used for the \(roles.words).")
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
    let trigger =
      self.trigger.map {
        [Phrase("devices.led.trigger", "Its trigger is \($0), which exhibit would switch off.")]
      } ?? []
    return [Phrase("devices.led", "LED \(name), full brightness \(full).")] + roles.phrases
      + trigger
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
