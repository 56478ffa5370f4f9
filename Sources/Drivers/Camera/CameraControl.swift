import Core

/// Something that can be set at a camera, as its driver describes it.
package struct CameraControl: Hashable, Sendable {
  /// Kind of value, in the kernel's words.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Whole numbers in a range.
    case integer
    /// 0 or 1.
    case boolean
    /// One of a list of words.
    case menu
    /// No value: setting it does something.
    case button
    /// Whole numbers of 64 bits.
    case integer64
    /// Text.
    case string
    /// Single bits.
    case bitmask
    /// One of a list of numbers.
    case integerMenu = "integer menu"
  }

  /// One entry of a menu.
  package struct Item: Hashable, Sendable {
    /// The value that chooses it.
    package let value: Int
    /// The driver's word for it, or its number.
    package let name: String

    /// The entry that `value` chooses.
    package init(value: Int, name: String) {
      self.value = value
      self.name = name
    }
  }

  /// The kernel's number for it.
  package let identifier: UInt32
  /// The driver's name for it, such as `Brightness`.
  package let name: String
  /// Kind of value.
  package let kind: Kind
  /// The least value; the fewest characters of a text.
  package let minimum: Int
  /// The greatest value; the most characters of a text.
  package let maximum: Int
  /// From one value to the next.
  package let step: Int
  /// Default of the driver.
  package let standard: Int
  /// Present value; nil where it is not a number or the driver does not tell.
  package let value: Int?
  /// Entries of a menu; there may be gaps in their values.
  package let items: [Item]
  /// Whether nobody can set it.
  package let isReadOnly: Bool
  /// Whether it has no effect at the moment, because of another control.
  package let isInactive: Bool

  /// A control with these facts.
  package init(
    identifier: UInt32, name: String, kind: Kind, minimum: Int = 0, maximum: Int = 0,
    step: Int = 1, standard: Int = 0, value: Int? = nil, items: [Item] = [],
    isReadOnly: Bool = false, isInactive: Bool = false
  ) {
    self.identifier = identifier
    self.name = name
    self.kind = kind
    self.minimum = minimum
    self.maximum = maximum
    self.step = step
    self.standard = standard
    self.value = value
    self.items = items
    self.isReadOnly = isReadOnly
    self.isInactive = isInactive
  }
}

extension Camera {
  /// Result of a console's `camera set`.
  package struct ControlAnswer: Hashable, Sendable {
    /// Setting to be repeated after each start; nil where nothing stays, as with a button.
    package var setting: ControlSetting?
    /// The same with what the driver made of its value.
    package var held: ControlSetting?
    /// Sentences for people.
    package let phrases: [Phrase]
  }

  /// What came of setting some controls.
  package struct ControlOutcome: Hashable, Sendable {
    /// Those that are set, by the driver's names and with what it made of their values.
    package var held: [ControlSetting] = []
    /// A sentence for each that is not set, with its origin and what it takes.
    package var refusals: [Phrase] = []
  }
}

extension ControlSetting {
  /// Whether it is about the same control as `other`.
  func isAboutSame(as other: ControlSetting) -> Bool {
    folded(name) == folded(other.name)
  }
}

extension CameraControl {
  /// Description of the control, then why it cannot be set, if it cannot.
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
      Phrase(
        "devices.control",
        """
        Control \(name): \(kind.rawValue), now \(now), from \(minimum) to \(maximum) in steps of \(step), \
        default \(standard).
        """)
    case .bitmask:
      Phrase(
        "devices.control.bits",
        "Control \(name): \(kind.rawValue), now \(now), of the bits \(maximum), default \(standard)."
      )
    case .boolean:
      Phrase(
        "devices.control.switch",
        "Control \(name): \(kind.rawValue), now \(now), default \(standard).")
    case .menu, .integerMenu:
      Phrase(
        "devices.control.menu",
        "Control \(name): \(kind.rawValue), now \(now), default \(standard), choices \(choices).")
    case .button:
      Phrase("devices.control.button", "Control \(name): \(kind.rawValue), which has no value.")
    case .string:
      Phrase(
        "devices.control.text",
        "Control \(name): \(kind.rawValue) of \(minimum) to \(maximum) characters.")
    }
  }

  private var remarks: [Phrase] {
    (isReadOnly ? [Phrase("devices.control.read-only", "It can only be read.")] : [])
      + (isInactive ? [Phrase.devicesControlInactive] : [])
  }

  private var now: String { value.map { "\($0)" } ?? Phrase.valueUnknown.english }
}

extension Phrase {
  package static let valueUnknown = Phrase("value.unknown", "unknown")

  static let devicesControlInactive = Phrase(
    "devices.control.inactive", "It has no effect at the moment.")
}
