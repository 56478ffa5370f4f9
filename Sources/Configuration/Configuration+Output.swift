extension Configuration {
  /// Something that is on or off: the light, the buzzer.
  package struct Output: Hashable, Sendable {
    /// The line or the kernel LED.
    package var device: Device
    /// Whether a low level means on.
    package var isActiveLow: Bool

    /// What drives it.
    package enum Device: Hashable, Sendable {
      case line(GPIOLine, Drive)
      /// A name under `/sys/class/leds`.
      case led(String)
    }

    /// How a GPIO line drives what hangs on it.
    package enum Drive: String, CaseIterable, Hashable, Sendable {
      case pushPull = "push-pull"
      case openDrain = "open-drain"
    }

    /// The output that `section` describes, as a GPIO line or as a kernel LED.
    init?(_ reader: inout Reader, in section: String) {
      guard reader.section(section) else { return nil }
      reader.choose(
        between: ["\(section).led"],
        and: ["\(section).chip", "\(section).line", "\(section).drive"])
      let led = reader.value("\(section).led", .text())
      let line = GPIOLine(&reader, in: section)
      isActiveLow = reader.value("\(section).active_low", .truth, default: false)
      let drive = reader.value("\(section).drive", .choice, default: Drive.pushPull)
      reader.require("\(section).chip", or: "\(section).line", "\(section).led", for: section)
      reader.require("\(section).line", for: "\(section).chip")
      reader.require("\(section).chip", for: "\(section).line")
      let device = led.map(Device.led) ?? line.map { .line($0, drive) }
      guard let device else { return nil }
      self.device = device
    }
  }
}
