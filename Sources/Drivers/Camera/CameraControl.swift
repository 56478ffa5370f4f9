import Core

/// Something that can be set at a camera, as its driver describes it.
package struct CameraControl: Hashable, Sendable {
  /// What sort of value it takes, in the kernel's words.
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
  /// What sort of value it takes.
  package let kind: Kind
  /// The least value; the fewest characters of a text.
  package let minimum: Int
  /// The greatest value; the most characters of a text.
  package let maximum: Int
  /// From one value to the next.
  package let step: Int
  /// What the driver starts with.
  package let standard: Int
  /// What it is now; nil where that is not a number or the driver does not tell.
  package let value: Int?
  /// What a menu offers; there may be gaps.
  package let items: [Item]
  /// Whether nobody can set it.
  package let isReadOnly: Bool
  /// Whether it has no effect at the moment, because of another control.
  package let isInactive: Bool

  /// A control with what is known of it.
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
  /// What came of a console's `camera set`.
  package struct ControlAnswer: Hashable, Sendable {
    /// What is to be set again after each start; nil where nothing stays, as with a button.
    package let setting: ControlSetting?
    /// What people hear.
    package let phrases: [Phrase]
  }
}

extension ControlSetting {
  /// Whether it is about the same control as `other`.
  func isAboutSame(as other: ControlSetting) -> Bool {
    folded(name) == folded(other.name)
  }
}
