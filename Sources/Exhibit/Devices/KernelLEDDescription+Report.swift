import Core
import Drivers

extension KernelLEDDescription {
  /// A fact each.
  func phrases(roles: [Role]) -> [Phrase] {
    let full = fullBrightness.map { "\($0)" } ?? Phrase.valueUnknown.english
    let trigger = self.trigger.map { [Phrase.devicesLEDTrigger($0)] } ?? []
    return [Phrase.devicesLED(name, full)] + roles.phrases + trigger
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

extension Phrase {
  static func devicesLED(_ name: String, _ brightness: String) -> Phrase {
    Phrase("devices.led", "LED {1}, full brightness {2}.", name, brightness)
  }

  static func devicesLEDTrigger(_ trigger: String) -> Phrase {
    Phrase("devices.led.trigger", "Its trigger is {1}, which exhibit would switch off.", trigger)
  }
}
