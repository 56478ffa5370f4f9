import Core

/// What the kernel measures of the board's warmth: its thermal zones
/// (Documentation/driver-api/thermal/sysfs-api.rst), and the sensors of hwmon
/// (Documentation/hwmon/sysfs-interface.rst).
struct Thermometer {
  /// What the names of a processor's zones and sensors have in them, on one board or another.
  private static let processors = ["cpu", "soc", "x86_pkg", "coretemp", "k10temp"]
  /// What is outside comes from a sensor that is off, or from none.
  private static let plausible = -40_000...150_000

  private let thermal: String
  private let hwmon: String

  /// The thermal zones below `thermal` and the sensors below `hwmon`.
  init(thermal: String = "/sys/class/thermal", hwmon: String = "/sys/class/hwmon") {
    self.thermal = thermal
    self.hwmon = hwmon
  }

  /// The hottest place of the processor, a zone or a sensor; where none is known as the processor's, the
  /// hottest zone; where there is no zone, the hottest sensor.
  ///
  /// Nil where nothing can be read. May block for as long as a driver asks its chip.
  func hottest() -> Temperature? {
    let (zones, sensors) = (zones(), sensors())
    let processor = (zones + sensors).filter { place in
      Thermometer.processors.contains { place.zone.holds($0) }
    }
    let places = [processor, zones, sensors].first { !$0.isEmpty } ?? []
    return places.max { $0.milliCelsius < $1.milliCelsius }
  }

  private func zones() -> [Temperature] {
    DevicePaths.numbered(DevicePaths.matching(thermal + "/thermal_zone*")).compactMap { zone in
      Thermometer.temperature(in: zone + "/temp", namedBy: zone + "/type")
    }
  }

  private func sensors() -> [Temperature] {
    DevicePaths.numbered(DevicePaths.matching(hwmon + "/hwmon*")).flatMap { chip in
      DevicePaths.matching(chip + "/temp*_input").compactMap { input in
        Thermometer.temperature(in: input, namedBy: chip + "/name")
      }
    }
  }

  private static func temperature(in file: String, namedBy name: String) -> Temperature? {
    guard let name = SysfsAttribute.textIfReadable(at: name),
      let value = SysfsAttribute.textIfReadable(at: file).flatMap({ Int($0) }),
      plausible.contains(value)
    else { return nil }
    return Temperature(milliCelsius: value, zone: name)
  }
}
