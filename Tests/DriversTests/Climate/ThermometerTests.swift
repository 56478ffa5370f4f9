import Core
import StandIns
import Testing

@testable import Drivers

@Suite struct ThermometerTests {
  private func hottest(_ zones: [(type: String, temp: String)]) throws -> Temperature? {
    let tree = try SysfsTree()
    for (index, zone) in zones.enumerated() {
      try tree.add("thermal_zone\(index)", ["type": zone.type, "temp": zone.temp])
    }
    try tree.add("cooling_device0", ["type": "cpu-fan"])
    return Thermometer(thermal: tree.root, hwmon: "/nonexistent").hottest()
  }

  private func hottest(
    _ zones: [(type: String, temp: String)], _ chips: [(name: String, inputs: [String])]
  ) throws -> Temperature? {
    let (thermal, hwmon) = (try SysfsTree(), try SysfsTree())
    for (index, zone) in zones.enumerated() {
      try thermal.add("thermal_zone\(index)", ["type": zone.type, "temp": zone.temp])
    }
    for (index, chip) in chips.enumerated() {
      try hwmon.add("hwmon\(index)", ["name": chip.name, "in0_input": "99000"])
      for (number, input) in chip.inputs.enumerated() {
        try hwmon.set("hwmon\(index)/temp\(number + 1)_input", input)
      }
    }
    return Thermometer(thermal: thermal.root, hwmon: hwmon.root).hottest()
  }

  @Test func aBoardWithoutZonesHasNoTemperature() throws {
    #expect(try hottest([]) == nil)
    #expect(Thermometer(thermal: "/nonexistent", hwmon: "/nonexistent").hottest() == nil)
    #expect(try hottest([], [("rpi_volt", []), ("lm75", [""])]) == nil)
  }

  @Test(arguments: ["", "warm", "-273200", "200000"])
  func aZoneThatSaysNothingSensibleDoesNotCount(temp: String) throws {
    let zones = [("cpu-thermal", temp), ("gpu-thermal", "41000")]
    #expect(try hottest(zones) == Temperature(milliCelsius: 41_000, zone: "gpu-thermal"))
  }

  @Test(arguments: ["cpu-thermal", "soc_thermal", "x86_pkg_temp"])
  func theProcessorsZoneCountsEvenWhereAnotherIsHotter(type: String) throws {
    let zones = [("wifi", "90000"), (type, "48312")]
    #expect(try hottest(zones) == Temperature(milliCelsius: 48_312, zone: type))
  }

  @Test func theHottestOfTheProcessorsZonesCounts() throws {
    let zones = [("cpu0-thermal", "50000"), ("cpu1-thermal", "61000"), ("soc", "55000")]
    #expect(try hottest(zones)?.zone == "cpu1-thermal")
  }

  @Test func whereThereIsNoZoneTheHottestSensorCounts() throws {
    let sensors = [("lm75", ["41000"]), ("jc42", ["39000", "43500"])]
    #expect(try hottest([], sensors) == Temperature(milliCelsius: 43_500, zone: "jc42"))
  }

  @Test func aZoneComesBeforeASensorThatIsNotTheProcessors() throws {
    #expect(try hottest([("acpitz", "30000")], [("nvme", ["70000"])])?.zone == "acpitz")
  }

  @Test(arguments: ["coretemp", "k10temp", "cpu_thermal"])
  func theProcessorsSensorComesBeforeAZoneOfSomethingElse(name: String) throws {
    #expect(try hottest([("acpitz", "60000")], [(name, ["45000"])])?.zone == name)
  }

  @Test func frostIsATemperature() throws {
    #expect(try hottest([("cpu-thermal", "-5000")])?.milliCelsius == -5000)
  }
}
