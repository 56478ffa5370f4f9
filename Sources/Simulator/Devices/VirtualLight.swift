import Core

/// A light or a buzzer: what is switched on and off.
public struct VirtualLight {
  /// Why it can't be opened or set; nil while it works.
  public var failure: Failure?
  /// Whether it is on.
  public private(set) var isOn = false
  /// Whether somebody has it open.
  private(set) var isOpen = false

  /// One that is off.
  public init() {}

  /// Whether it is on; nil while it is closed or broken.
  var visible: Bool? { isOpen && failure == nil ? isOn : nil }

  /// Opening puts it out, as the driver does.
  mutating func open() throws(Failure) {
    if let failure { throw failure }
    isOpen = true
    isOn = false
  }

  /// Closing puts it out too.
  mutating func close() {
    if isOpen, failure == nil { isOn = false }
    isOpen = false
  }

  mutating func set(_ isOn: Bool) throws(Failure) {
    guard isOpen else { return }
    if let failure { throw failure }
    self.isOn = isOn
  }
}
