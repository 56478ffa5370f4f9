import CGPIO
import Core
import System

/// A GPIO line that is ours to set; it is made inactive when the value ends.
struct OutputLine: ~Copyable {
  private let chip: GPIOChip
  private let handle: OpaquePointer
  private let line: GPIOLine

  /// Takes the line, inactive from the first moment.
  init(_ settings: LineSettings, for role: Role) throws(Failure) {
    let chip = try GPIOChip.open(named: settings.chip, for: role)
    let offset = try chip.offset(of: settings.line, for: role)
    let line = GPIOLine(role: role, chip: chip.name, offset: offset)
    handle = try Self.request(settings, of: chip, line)
    self.chip = chip
    self.line = line
  }

  deinit {
    // A released line may keep its level, and nobody is left to be told of an error.
    _ = gpio_line_set_value(handle, false)
    gpio_line_release(handle)
  }

  private static func request(
    _ settings: LineSettings, of chip: borrowing GPIOChip, _ line: GPIOLine
  ) throws(Failure) -> OpaquePointer {
    let handle = gpio_line_request_output(
      chip.handle, line.offset, settings.isActiveLow, settings.drive.code, false)
    guard let handle else {
      let error = SystemError(errnoOf: "gpiod_line_request")
      throw line.failure(requesting: error, bias: .external, holder: chip.holder(of: line.offset))
    }
    return handle
  }

  /// Makes the line active or inactive.
  func set(_ isActive: Bool) throws(Failure) {
    guard gpio_line_set_value(handle, isActive) == 0 else {
      throw line.failure(using: SystemError(errnoOf: "gpiod_line_set_value"))
    }
  }
}

extension LineSettings.Drive {
  fileprivate var code: gpio_drive {
    switch self {
    case .pushPull: GPIO_DRIVE_PUSH_PULL
    case .openDrain: GPIO_DRIVE_OPEN_DRAIN
    }
  }
}
