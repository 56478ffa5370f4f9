import Core
import CGPIO
import System

/// Something that is on or off: the light, or the buzzer.
///
/// It is off from the start, and switched off when the value ends.
package struct Light: ~Copyable {
  /// Where the kernel lists its LEDs.
  package static let ledRoot = "/sys/class/leds"

  /// Not private: an optimised build of another module refers to the type of what it destroys.
  enum Output: ~Copyable {
    case line(OutputLine)
    case led(KernelLED)
  }

  private let output: Output

  /// Takes the line or the LED of `settings`.
  ///
  /// - Parameters:
  ///   - role: `light` or `buzzer`, whose failures these are.
  ///   - ledRoot: where LEDs are looked for.
  package init(
    _ settings: LightSettings, as role: Role = .light, ledRoot: String = Light.ledRoot
  ) throws(Failure) {
    switch settings {
    case .line(let line): output = .line(try OutputLine(line, for: role))
    case .led(let name): output = .led(try KernelLED(named: name, under: ledRoot, for: role))
    }
  }

  /// Switches it on or off; one system call.
  package func set(_ isOn: Bool) throws(Failure) {
    switch output {
    case .line(let line): try line.set(isOn)
    case .led(let led): try led.set(isOn)
    }
  }
}

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
