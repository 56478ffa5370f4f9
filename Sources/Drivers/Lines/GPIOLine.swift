import CGPIO
import Core
import Glibc
import System

/// Which line of which chip a role holds: what its failures name.
public struct GPIOLine: Hashable, Sendable {
  /// `ENOTSUPP` of the kernel, which escapes from some GPIO drivers and has no name in the C library.
  static let notSupported: Int32 = 524

  /// Whose line it is.
  public let role: Role
  /// The kernel's name of the chip.
  public let chip: String
  /// The line's number on it.
  public let offset: UInt32

  /// The line `offset` of `chip` for `role`.
  public init(role: Role, chip: String, offset: UInt32) {
    self.role = role
    self.chip = chip
    self.offset = offset
  }

  /// The line that `settings` mean at this moment; it is found, not taken.
  ///
  /// The failure is the one that taking it would end in, except that nobody is asked to let go of it.
  public init(finding settings: LineSettings, for role: Role) throws(Failure) {
    let chip = try GPIOChip.open(named: settings.chip, for: role)
    let offset = try chip.offset(of: settings.line, for: role)
    self.init(role: role, chip: chip.name, offset: offset)
  }

  /// Why the line cannot be had while `holder` has it; nil for nobody, or if that is an exhibit.
  public func refusal(heldBy holder: String?) -> Phrase? {
    guard let holder, holder != GPIO_CONSUMER else { return nil }
    return Phrase(busyKey(holder), "\(offset)", chip, holder)
  }

  /// What to say when the line could not be had.
  ///
  /// - Parameters:
  ///   - bias: what was asked of an input.
  ///   - holder: who has the line, as the kernel's table says.
  func failure(requesting error: SystemError, bias: LineSettings.Bias, holder: String?) -> Failure {
    switch error.code {
    case EBUSY: busy(holder ?? "kernel", error)
    case EACCES, EPERM: Failure(role, .init(.gpioForbidden, "/dev/\(chip)"), cause: error)
    case EINVAL, EOPNOTSUPP, Self.notSupported: refused(bias, error)
    case ENODEV, ENXIO: failure(.gpioLineWithoutEdges, error)
    default: failure(using: error)
    }
  }

  /// What to say when a line that was had stopped working.
  func failure(using error: SystemError) -> Failure {
    Failure(role, .init(.gpioLineFailed, "\(offset)", chip, error.reason), cause: error)
  }

  private func busy(_ holder: String, _ error: SystemError) -> Failure {
    Failure(role, .init(busyKey(holder), "\(offset)", chip, holder), cause: error)
  }

  private func busyKey(_ holder: String) -> Phrase.Key {
    if holder == GPIO_CONSUMER { return .gpioLineOurs }
    return role == .button ? .gpioButtonBusy : .gpioLineBusy
  }

  private func refused(_ bias: LineSettings.Bias, _ error: SystemError) -> Failure {
    switch bias {
    case .pullUp: failure(.gpioPullUpRefused, error)
    case .pullDown: failure(.gpioPullDownRefused, error)
    case .external: failure(using: error)
    }
  }

  private func failure(_ key: Phrase.Key, _ error: SystemError) -> Failure {
    Failure(role, .init(key, "\(offset)", chip), cause: error)
  }
}

/// A GPIO line with its open chip, requested of the kernel and released when the value ends.
struct ClaimedLine: ~Copyable {
  /// libgpiod's line, valid as long as this value lives.
  let handle: OpaquePointer
  /// What its failures name.
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
