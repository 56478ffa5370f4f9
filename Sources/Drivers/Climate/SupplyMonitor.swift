import Core

/// The board's own watch on its supply, where it has one: the alarm of hwmon's first voltage falling below
/// what it must have (Documentation/hwmon/sysfs-interface.rst), as the Raspberry Pi's `rpi_volt` has it.
public struct SupplyMonitor {
  private let root: String

  /// The monitors below `root`.
  public init(root: String = "/sys/class/hwmon") {
    self.root = root
  }

  /// Whether the supply is, or was a moment ago, too low; nil where nothing watches it.
  ///
  /// May block for as long as the firmware takes to answer.
  public func isUnderVoltage() -> Bool? {
    let alarms = DevicePaths.matching(root + "/hwmon*/in0_lcrit_alarm")
      .compactMap { SysfsAttribute.textIfReadable(at: $0) }
      .compactMap { ["0": false, "1": true][$0] }
    return alarms.isEmpty ? nil : alarms.contains(true)
  }
}
