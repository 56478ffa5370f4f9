import Core

/// A light or a buzzer: what is switched on and off.
package struct VirtualLight {
  /// Why it can't be opened or set; nil while it works.
  package var failure: Failure?
  /// Whether it is on.
  package private(set) var isOn = false
  /// Whether somebody has it open.
  package private(set) var isOpen = false

  /// One that is off.
  package init() {}

  /// Whether it is on; nil while it is closed or broken.
  package var visible: Bool? { isOpen && failure == nil ? isOn : nil }

  /// Opening puts it out, as the driver does; `role` has it, and nobody else can.
  mutating func open(as role: Role) throws(Failure) {
    if let failure { throw failure }
    if isOpen { throw .busyLine(role) }
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
