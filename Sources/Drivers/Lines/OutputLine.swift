import CGPIO
import Core
import System

/// A GPIO line that is ours to set; it is made inactive when the value ends.
struct OutputLine: ~Copyable {
  private let claimed: ClaimedLine

  /// Takes the line, inactive from the first moment.
  init(_ settings: LineSettings, for role: Role) throws(Failure) {
    claimed = try ClaimedLine(settings, for: role) { chip, offset in
      gpio_line_request_output(chip, offset, settings.isActiveLow, settings.drive.code, false)
    }
  }

  deinit {
    // A released line may keep its level, and nobody is left to be told of an error.
    _ = gpio_line_set_value(claimed.handle, false)
  }

  /// Makes the line active or inactive.
  func set(_ isActive: Bool) throws(Failure) {
    guard gpio_line_set_value(claimed.handle, isActive) == 0 else {
      throw claimed.line.failure(using: SystemError(errnoOf: "gpiod_line_set_value"))
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
