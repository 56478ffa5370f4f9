/// Which GPIO line a role has, and how it is wired: what the configuration says of it.
package struct LineSettings: Hashable, Sendable {
  /// How a line is named.
  package enum Line: Hashable, Sendable {
    /// The chip's own number for it, from 0.
    case offset(UInt32)
    /// The board's name for it, such as `GPIO17`.
    case name(String)
  }

  /// The resistor that the chip itself puts on an input.
  package enum Bias: String, CaseIterable, Hashable, Sendable {
    case pullUp = "pull-up"
    case pullDown = "pull-down"
    /// Nothing is asked of the chip: the board has its own resistor.
    case external = "none"
  }

  /// How an output makes its level.
  package enum Drive: String, CaseIterable, Hashable, Sendable {
    case pushPull = "push-pull"
    /// The chip only pulls down; something on the board pulls up.
    case openDrain = "open-drain"
  }

  /// The chip's path (`/dev/gpiochip0`), name (`gpiochip0`) or label (`pinctrl-bcm2711`).
  ///
  /// The label is the one that stays the same from kernel to kernel.
  package var chip: String
  /// The line on that chip.
  package var line: Line
  /// Whether a low level means pressed or lit.
  package var isActiveLow: Bool
  /// The resistor of an input; an output has no use for it.
  package var bias: Bias
  /// The drive of an output; an input has no use for it.
  package var drive: Drive

  /// A line that is active high, without a resistor of the chip, driven both ways, unless said otherwise.
  package init(
    chip: String, line: Line, isActiveLow: Bool = false, bias: Bias = .external,
    drive: Drive = .pushPull
  ) {
    self.chip = chip
    self.line = line
    self.isActiveLow = isActiveLow
    self.bias = bias
    self.drive = drive
  }
}

/// What a light or a buzzer is connected to.
package enum LightSettings: Hashable, Sendable {
  /// A GPIO line.
  case line(LineSettings)
  /// A name under `/sys/class/leds`.
  case led(String)
}
