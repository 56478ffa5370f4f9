import Core
import Glibc
import StandIns
import Testing

@testable import Drivers

@Suite struct I2CBusTests {
  private let tree: SysfsTree
  private let nodes: SysfsTree

  init() throws {
    (tree, nodes) = (try SysfsTree(), try SysfsTree())
    try tree.add("i2c-1", ["name": "bcm2835 (i2c@7e804000)"])
    try tree.add("1-0068", ["name": "mpu6050", "driver": ""])
    try tree.add("1-0050", ["name": "24c32"])
    try tree.add("11-0068", ["name": "ds3231"])
  }

  private var buses: [I2CBus] { I2CBus.all(under: tree.root, devices: nodes.root) }

  @Test func aBusWithoutANodeIsOutOfReachAndNotListed() {
    #expect(buses == [])
  }

  @Test func aMissingBusSaysHowToSwitchItOn() {
    let failure = failure { () throws(Failure) in _ = try I2CBus.find("/dev/i2c-none") }
    #expect(failure == Failure(.accelerometer, .i2cBusMissing("/dev/i2c-none")))
  }

  @Test func aBusHasItsOwnChipsByAddress() throws {
    try nodes.set("i2c-1", "")
    let chips = [
      I2CBus.Chip(address: 0x50, name: "24c32", isDriven: false),
      I2CBus.Chip(address: 0x68, name: "mpu6050", isDriven: true),
    ]
    let path = "\(nodes.root)/i2c-1"
    #expect(buses == [I2CBus(path: path, name: "bcm2835 (i2c@7e804000)", chips: chips)])
  }

  @Test func busesAreInTheOrderOfTheirNumbers() throws {
    for number in [10, 2] { try nodes.set("i2c-\(number)", "") }
    #expect(buses.map { DevicePaths.name(of: $0.path) } == ["i2c-2", "i2c-10"])
    #expect(buses.map(\.name) == [nil, nil])
  }
}
