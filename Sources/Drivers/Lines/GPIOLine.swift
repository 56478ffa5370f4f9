import CGPIO
import Core
import Glibc
import System

/// Which line of which chip a role holds: what its failures name.
package struct GPIOLine: Hashable, Sendable {
  /// `ENOTSUPP` of the kernel, which escapes from some GPIO drivers and has no name in the C library.
  private static let notSupported: Int32 = 524

  /// Role that the line is for.
  package let role: Role
  /// The kernel's name of the chip.
  package let chip: String
  /// The line's number on it.
  package let offset: UInt32

  /// The line `offset` of `chip` for `role`.
  package init(role: Role, chip: String, offset: UInt32) {
    self.role = role
    self.chip = chip
    self.offset = offset
  }

  /// The line that `settings` mean at this moment; it is found, not taken.
  ///
  /// The failure is the one that taking it would end in, except that nobody is asked to let go of it.
  package init(finding settings: LineSettings, for role: Role) throws(Failure) {
    let chip = try GPIOChip.open(named: settings.chip, for: role)
    let offset = try chip.offset(of: settings.line, for: role)
    self.init(role: role, chip: chip.name, offset: offset)
  }

  /// Why the line cannot be had while `holder` has it; nil for nobody, or if that is an exhibit.
  package func refusal(heldBy holder: String?) -> Phrase? {
    guard let holder, holder != GPIO_CONSUMER else { return nil }
    return busy(heldBy: holder)
  }

  /// Failure for when the line could not be had.
  ///
  /// - Parameters:
  ///   - bias: what was asked of an input.
  ///   - holder: who has the line, as the kernel's table says.
  func failure(requesting error: SystemError, bias: LineSettings.Bias, holder: String?) -> Failure {
    switch error.code {
    case EBUSY: Failure(role, busy(heldBy: holder ?? "kernel"), cause: error)
    case EACCES, EPERM: Failure(role, .gpioForbidden("/dev/\(chip)"), cause: error)
    case EINVAL, EOPNOTSUPP, Self.notSupported: refused(bias, error)
    case ENODEV, ENXIO: Failure(role, .gpioLineWithoutEdges("\(offset)", chip), cause: error)
    default: failure(using: error)
    }
  }

  /// Failure for when a line that was had stopped working.
  func failure(using error: SystemError) -> Failure {
    Failure(role, .gpioLineFailed("\(offset)", chip, error.reason), cause: error)
  }

  private func busy(heldBy holder: String) -> Phrase {
    if holder == GPIO_CONSUMER { return .gpioLineOurs("\(offset)", chip, holder) }
    if role == .button { return .gpioButtonBusy("\(offset)", chip, holder) }
    return .gpioLineBusy("\(offset)", chip, holder)
  }

  private func refused(_ bias: LineSettings.Bias, _ error: SystemError) -> Failure {
    switch bias {
    case .pullUp: Failure(role, .gpioPullUpRefused("\(offset)", chip), cause: error)
    case .pullDown: Failure(role, .gpioPullDownRefused("\(offset)", chip), cause: error)
    case .external: failure(using: error)
    }
  }
}

/// A GPIO line with its open chip, requested of the kernel and released when the value ends.
struct ClaimedLine: ~Copyable {
  /// libgpiod's line, valid as long as this value lives.
  let handle: OpaquePointer
  /// Line that its failures name.
  let line: GPIOLine
  private let chip: GPIOChip

  /// Finds the line that `settings` mean for `role`, and takes it by `request`.
  ///
  /// - Parameter request: given the chip and the line's offset, returns the line, or nil with the reason in `errno`.
  init(
    _ settings: LineSettings, for role: Role,
    by request: (_ chip: OpaquePointer, _ offset: UInt32) -> OpaquePointer?
  ) throws(Failure) {
    let chip = try GPIOChip.open(named: settings.chip, for: role)
    let offset = try chip.offset(of: settings.line, for: role)
    let line = GPIOLine(role: role, chip: chip.name, offset: offset)
    guard let handle = request(chip.handle, offset) else {
      let error = SystemError(errnoOf: "gpiod_line_request")
      throw line.failure(requesting: error, bias: settings.bias, holder: chip.holder(of: offset))
    }
    self.handle = handle
    self.line = line
    self.chip = chip
  }

  deinit { gpio_line_release(handle) }
}

extension Phrase {
  static func gpioButtonBusy(_ line: String, _ chip: String, _ holder: String) -> Phrase {
    Phrase(
      "gpio.line.busyButton",
      """
      GPIO line \(line) of \(chip) is in use by '\(holder)'; remove the gpio-key overlay or pick another line in \
      /etc/exhibit/exhibit.toml.
      """)
  }

  static func gpioLineOurs(_ line: String, _ chip: String, _ holder: String) -> Phrase {
    Phrase(
      "gpio.line.ours",
      """
      GPIO line \(line) of \(chip) is in use by '\(holder)' itself; stop the other exhibit, or give each device \
      its own line in /etc/exhibit/exhibit.toml.
      """)
  }

  static func gpioLineWithoutEdges(_ line: String, _ chip: String) -> Phrase {
    Phrase(
      "gpio.line.withoutEdges",
      "GPIO line \(line) of \(chip) cannot report edges; pick a line with interrupts in /etc/exhibit/exhibit.toml."
    )
  }

  static func gpioPullUpRefused(_ line: String, _ chip: String) -> Phrase {
    Phrase(
      "gpio.line.pullUpRefused",
      """
      \(chip) cannot pull its GPIO line \(line) up; fit a resistor of 10 kΩ from the line to 3.3 V and set bias \
      = "none" in /etc/exhibit/exhibit.toml.
      """)
  }

  static func gpioPullDownRefused(_ line: String, _ chip: String) -> Phrase {
    Phrase(
      "gpio.line.pullDownRefused",
      """
      \(chip) cannot pull its GPIO line \(line) down; fit a resistor of 10 kΩ from the line to ground and set \
      bias = "none" in /etc/exhibit/exhibit.toml.
      """)
  }
}
