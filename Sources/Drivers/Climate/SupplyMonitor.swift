import Core

/// The board's own watch on its supply, where it has one: the alarm of hwmon's first voltage falling below
/// what it must have (Documentation/hwmon/sysfs-interface.rst), as the Raspberry Pi's `rpi_volt` has it.
package struct SupplyMonitor {
  private let root: String

  /// The monitors below `root`.
  package init(root: String = "/sys/class/hwmon") {
    self.root = root
  }

  /// Whether the supply is, or was a moment ago, too low; nil where nothing watches it.
  ///
  /// May block for as long as the firmware takes to answer.
  package func isUnderVoltage() -> Bool? {
    let alarms = DevicePaths.matching(root + "/hwmon*/in0_lcrit_alarm")
      .compactMap { SysfsAttribute.textIfReadable(at: $0) }
      .compactMap { ["0": false, "1": true][$0] }
    return alarms.isEmpty ? nil : alarms.contains(true)
  }
}

/// What a Raspberry Pi's firmware holds back for want of power or for heat, now or since it started.
///
/// Source: `get_throttled` of the firmware's driver, bits 0 to 3 for now, 16 to 19 for since the start.
package struct ThrottleMonitor: Hashable, Sendable {
  /// The firmware's bits.
  package let bits: UInt32

  /// State by `bits`.
  package init(bits: UInt32) {
    self.bits = bits
  }

  /// Bits of the firmware; nil on a board without it.
  ///
  /// Blocks as long as the firmware takes to answer.
  package init?(under root: String = "/sys/bus/platform/drivers/raspberrypi-firmware") {
    let texts = DevicePaths.matching(root + "/*/get_throttled")
    guard let text = texts.first.flatMap({ SysfsAttribute.textIfReadable(at: $0) }),
      let bits = UInt32(text.hasPrefix("0x") ? text.dropFirst(2) : text[...], radix: 16)
    else { return nil }
    self.bits = bits
  }

  /// Whether the supply is too low.
  package var isUnderVoltage: Bool { bits & 1 != 0 }
  /// Whether the supply was too low since the start.
  package var wasUnderVoltage: Bool { bits & 1 << 16 != 0 }
  /// Whether the processor is slowed down: its speed is capped, it is throttled, or it is too hot.
  package var isSlowed: Bool { bits & 0b1110 != 0 }
}
