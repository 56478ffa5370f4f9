extension Configuration {
  /// The accelerometer.
  package enum Accelerometer: Hashable, Sendable {
    /// Under its kernel driver, by name; nil means the first there is.
    case iio(name: String?)
    /// A chip that is spoken to directly: the path of its bus and its address.
    case i2c(bus: String, address: Int)

    init?(_ reader: inout Reader) {
      guard reader.section("accelerometer") else { return nil }
      reader.choose(
        between: ["accelerometer.iio"], and: ["accelerometer.i2c", "accelerometer.address"])
      let name = reader.value("accelerometer.iio", .text())
      let bus = reader.value("accelerometer.i2c", .text())
      let address = reader.value("accelerometer.address", .whole(0x03...0x77), default: 0x68)
      reader.require("accelerometer.i2c", for: "accelerometer.address")
      self = bus.map { .i2c(bus: $0, address: address) } ?? .iio(name: name)
    }
  }
}
