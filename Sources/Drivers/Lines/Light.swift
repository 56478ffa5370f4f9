import Core

/// What a light or a buzzer is connected to.
public enum LightSettings: Hashable, Sendable {
  /// A GPIO line.
  case line(LineSettings)
  /// A name under `/sys/class/leds`.
  case led(String)
}

/// Something that is on or off: the light, or the buzzer.
///
/// It is off from the start, and switched off when the value ends.
public struct Light: ~Copyable {
  /// Where the kernel lists its LEDs.
  public static let ledRoot = "/sys/class/leds"

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
  public init(
    _ settings: LightSettings, as role: Role = .light, ledRoot: String = Light.ledRoot
  ) throws(Failure) {
    switch settings {
    case .line(let line): output = .line(try OutputLine(line, for: role))
    case .led(let name): output = .led(try KernelLED(named: name, under: ledRoot, for: role))
    }
  }

  /// Switches it on or off; one system call.
  public func set(_ isOn: Bool) throws(Failure) {
    switch output {
    case .line(let line): try line.set(isOn)
    case .led(let led): try led.set(isOn)
    }
  }
}
