extension Configuration {
  /// The one button.
  package struct Button: Hashable, Sendable {
    /// The line that it pulls.
    package var line: GPIOLine
    /// Whether the line is low while the button is down.
    package var isActiveLow: Bool
    /// nil leaves the line as the board has it.
    package var bias: Bias?

    /// The resistor that the chip is asked for.
    package enum Bias: String, CaseIterable, Hashable, Sendable {
      case pullUp = "pull-up"
      case pullDown = "pull-down"
      case none
    }

    init?(_ reader: inout Reader) {
      guard reader.section("button") else { return nil }
      let line = GPIOLine(&reader, in: "button")
      isActiveLow = reader.value("button.active_low", .truth, default: false)
      bias = reader.value("button.bias", .choice)
      reader.require("button.chip", for: "button")
      reader.require("button.line", for: "button")
      guard let line else { return nil }
      self.line = line
    }
  }
}
