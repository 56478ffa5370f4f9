import Core
import Drivers

extension KernelLEDDescription {
  /// A fact each.
  func phrases(roles: [Role]) -> [Phrase] {
    let full = fullBrightness.map { "\($0)" } ?? Phrase(.valueUnknown).english
    let trigger = self.trigger.map { [Phrase(.devicesLEDTrigger, $0)] } ?? []
    return [Phrase(.devicesLED, name, full)] + roles.phrases + trigger
      + [refusal].compactMap { $0 }
  }

  /// The LED for programs.
  func json(roles: [Role]) -> JSON {
    .object([
      ("name", .string(name)), ("max_brightness", .optional(fullBrightness)),
      ("trigger", .optional(trigger)), ("roles", roles.json),
      ("problem", .optional(refusal?.english)),
    ])
  }
}
