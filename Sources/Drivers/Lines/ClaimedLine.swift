import CGPIO
import Core
import System

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
