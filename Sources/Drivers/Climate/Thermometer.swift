import Core

/// The kernel's thermal zones (Documentation/driver-api/thermal/sysfs-api.rst).
public struct Thermometer {
  /// What the names of a processor's zones have in them, on one board or another.
  private static let processors = ["cpu", "soc", "x86_pkg"]
  /// What is outside comes from a sensor that is off, or from none.
  private static let plausible = -40_000...150_000

  private let root: String

  /// The thermal zones below `root`.
  public init(root: String = "/sys/class/thermal") {
    self.root = root
  }

  /// The hottest zone of the processor, or of all where none is known as the processor's.
  ///
  /// Nil where there is no zone that can be read. May block for as long as a driver asks its chip.
  public func hottest() -> Temperature? {
    let zones = DevicePaths.numbered(DevicePaths.matching(root + "/thermal_zone*"))
      .compactMap(Thermometer.temperature)
    let processor = zones.filter { zone in
      Thermometer.processors.contains { zone.zone.contains($0) }
    }
    return (processor.isEmpty ? zones : processor).max { $0.milliCelsius < $1.milliCelsius }
  }

  private static func temperature(of zone: String) -> Temperature? {
    guard let name = SysfsAttribute.textIfReadable(at: zone + "/type"),
      let value = SysfsAttribute.textIfReadable(at: zone + "/temp").flatMap({ Int($0) }),
      plausible.contains(value)
    else { return nil }
    return Temperature(milliCelsius: value, zone: name)
  }
}
