import Core
import Testing

@testable import Drivers

@Suite struct ThermometerTests {
  private func hottest(_ zones: [(type: String, temp: String)]) throws -> Temperature? {
    let tree = try SysfsTree()
    for (index, zone) in zones.enumerated() {
      try tree.add("thermal_zone\(index)", ["type": zone.type, "temp": zone.temp])
    }
    try tree.add("cooling_device0", ["type": "cpu-fan"])
    return Thermometer(root: tree.root).hottest()
  }

  @Test func aBoardWithoutZonesHasNoTemperature() throws {
    #expect(try hottest([]) == nil)
    #expect(Thermometer(root: "/nonexistent").hottest() == nil)
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

  @Test func frostIsATemperature() throws {
    #expect(try hottest([("cpu-thermal", "-5000")])?.milliCelsius == -5000)
  }
}
