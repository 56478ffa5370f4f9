import Glibc
import StandIns
import Testing

@testable import Drivers

@Suite struct IIODeviceTests {
  private let tree: SysfsTree

  init() throws { tree = try SysfsTree() }

  private func device(_ attributes: [String]) throws -> IIODevice {
    let readings = attributes.map { ($0, "0") }
    try tree.add("iio:device0", Dictionary(uniqueKeysWithValues: readings))
    return try #require(IIODevice.all(under: tree.root).first)
  }

  @Test func scalesAndRatesAreNoQuantities() throws {
    let device = try device(["name", "in_accel_scale", "sampling_frequency", "out_voltage0_raw"])
    #expect(device.quantities == [])
    #expect(!device.isAccelerometer)
  }

  @Test func eachQuantityIsNamedOnce() throws {
    let device = try device([
      "in_accel_x_raw", "in_accel_y_raw", "in_accel_z_raw", "in_temp_raw", "in_voltage0_raw",
      "in_voltage1-voltage2_raw", "in_humidityrelative_input",
    ])
    #expect(device.quantities == ["accel", "humidityrelative", "temp", "voltage"])
    #expect(device.isAccelerometer)
    #expect(device.refusal == nil)
    #expect(device.directory == "iio:device0")
  }
}
