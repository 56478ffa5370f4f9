import Core

extension CameraControl {
  /// What it is, then why it cannot be set, if it cannot.
  public var phrases: [Phrase] { [sentence] + remarks }

  /// The control for programs.
  public var json: JSON {
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
      Phrase(
        .devicesControl, name, kind.rawValue, now, "\(minimum)", "\(maximum)", "\(step)",
        "\(standard)")
    case .bitmask:
      Phrase(.devicesControlBits, name, kind.rawValue, now, "\(maximum)", "\(standard)")
    case .boolean: Phrase(.devicesControlSwitch, name, kind.rawValue, now, "\(standard)")
    case .menu, .integerMenu:
      Phrase(.devicesControlMenu, name, kind.rawValue, now, "\(standard)", choices)
    case .button: Phrase(.devicesControlButton, name, kind.rawValue)
    case .string: Phrase(.devicesControlText, name, kind.rawValue, "\(minimum)", "\(maximum)")
    }
  }

  private var remarks: [Phrase] {
    (isReadOnly ? [Phrase(.devicesControlReadOnly)] : [])
      + (isInactive ? [Phrase(.devicesControlInactive)] : [])
  }

  private var now: String { value.map { "\($0)" } ?? Phrase(.valueUnknown).english }
}
