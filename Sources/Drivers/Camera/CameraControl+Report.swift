import Core

extension CameraControl {
  /// What it is, then why it cannot be set, if it cannot.
  package var phrases: [Phrase] { [sentence] + remarks }

  /// The control for programs.
  package var json: JSON {
    .object([
      ("name", .string(name)), ("id", .integer(Int(identifier))), ("kind", .string(kind.rawValue)),
      ("min", .integer(minimum)), ("max", .integer(maximum)), ("step", .integer(step)),
      ("default", .integer(standard)), ("value", .optional(value)),
      ("items", .array(items.map(CameraControl.json))), ("read_only", .bool(isReadOnly)),
      ("inactive", .bool(isInactive)),
    ])
  }

  private static func json(_ item: Item) -> JSON {
    .object([("value", .integer(item.value)), ("name", .string(item.name))])
  }

  private var sentence: Phrase {
    switch kind {
    case .integer, .integer64:
      Phrase.devicesControl(name, kind.rawValue, now, minimum, maximum, step, standard)
    case .bitmask:
      Phrase.devicesControlBits(name, kind.rawValue, now, maximum, standard)
    case .boolean: Phrase.devicesControlSwitch(name, kind.rawValue, now, standard)
    case .menu, .integerMenu:
      Phrase.devicesControlMenu(name, kind.rawValue, now, standard, choices)
    case .button: Phrase.devicesControlButton(name, kind.rawValue)
    case .string: Phrase.devicesControlText(name, kind.rawValue, minimum, maximum)
    }
  }

  private var remarks: [Phrase] {
    (isReadOnly ? [Phrase.devicesControlReadOnly] : [])
      + (isInactive ? [Phrase.devicesControlInactive] : [])
  }

  private var now: String { value.map { "\($0)" } ?? Phrase.valueUnknown.english }
}

extension Phrase {
  package static let valueUnknown = Phrase("value.unknown", "unknown")

  static func devicesControl(
    _ name: String, _ kind: String, _ now: String, _ minimum: Int, _ maximum: Int, _ step: Int,
    _ standard: Int
  ) -> Phrase {
    Phrase(
      "devices.control",
      """
      Control {1}: {2}, now {3}, from {4} to {5} in steps of {6}, default {7}.
      """, name, kind, now, minimum, maximum, step, standard)
  }

  static func devicesControlBits(
    _ name: String, _ kind: String, _ now: String, _ bits: Int, _ standard: Int
  ) -> Phrase {
    Phrase(
      "devices.control.bits",
      "Control {1}: {2}, now {3}, of the bits {4}, default {5}.", name, kind, now, bits, standard)
  }

  static func devicesControlSwitch(
    _ name: String, _ kind: String, _ now: String, _ standard: Int
  ) -> Phrase {
    Phrase(
      "devices.control.switch",
      "Control {1}: {2}, now {3}, default {4}.", name, kind, now, standard)
  }

  static func devicesControlMenu(
    _ name: String, _ kind: String, _ now: String, _ standard: Int, _ choices: String
  ) -> Phrase {
    Phrase(
      "devices.control.menu",
      "Control {1}: {2}, now {3}, default {4}, choices {5}.", name, kind, now, standard, choices)
  }

  static func devicesControlButton(_ name: String, _ kind: String) -> Phrase {
    Phrase("devices.control.button", "Control {1}: {2}, which has no value.", name, kind)
  }

  static func devicesControlText(
    _ name: String, _ kind: String, _ least: Int, _ most: Int
  ) -> Phrase {
    Phrase(
      "devices.control.text", "Control {1}: {2} of {3} to {4} characters.", name, kind, least, most)
  }

  static let devicesControlReadOnly = Phrase("devices.control.read-only", "It can only be read.")

  static let devicesControlInactive = Phrase(
    "devices.control.inactive", "It has no effect at the moment.")
}
