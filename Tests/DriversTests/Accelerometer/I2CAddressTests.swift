import Core
import Glibc
import StandIns
import Testing

@testable import Drivers

@Suite struct I2CAddressTests {
  private let address = I2CAddress(bus: "/dev/i2c-1", chip: 0x68)

  private func failure(opening code: Int32) -> Failure {
    let error = SystemError(call: "call", code: code)
    return address.failure(opening: error, holder: "mpu6050")
  }

  @Test(arguments: [ENOENT, ENODEV, ENXIO])
  func aMissingBusNamesTheSwitchAndTheModule(code: Int32) {
    let sentence = failure(opening: code).phrase.english
    #expect(sentence.contains("There is no I2C bus /dev/i2c-1"))
    #expect(sentence.contains("dtparam=i2c_arm=on"))
    #expect(sentence.contains("i2c-dev"))
  }

  @Test(arguments: [EACCES, EPERM])
  func aForbiddenBusNamesTheGroup(code: Int32) {
    #expect(failure(opening: code).phrase == Phrase.i2cForbidden("/dev/i2c-1"))
    #expect(failure(opening: code).phrase.english.contains("group i2c"))
  }

  @Test func aChipThatTheKernelDrivesNamesTheDriverAndBothWaysOut() {
    let sentence = failure(opening: EBUSY).phrase.english
    #expect(sentence.contains("0x68 of /dev/i2c-1 is in use by the kernel's driver for 'mpu6050'"))
    #expect(sentence.contains("iio = \"mpu6050\""))
    #expect(sentence.contains("remove its overlay"))
  }

  @Test(arguments: [
    (ENOTTY, Phrase.i2cBusOther("/dev/i2c-1")),
    (EOPNOTSUPP, Phrase.i2cBusLimited("/dev/i2c-1")),
  ])
  func aFileThatCannotDoItIsNamed(code: Int32, phrase: Phrase) {
    #expect(failure(opening: code).phrase == phrase)
  }

  @Test(arguments: [EIO, EREMOTEIO, ENXIO, ETIMEDOUT])
  func aChipThatIsGoneSaysWhere(code: Int32) {
    let error = SystemError(call: "I2C_SMBUS", code: code)
    let failure = address.failure(asking: error)
    #expect(failure.phrase.values.prefix(2) == [.text("0x68"), .text("/dev/i2c-1")])
    #expect(failure.phrase.key == "i2c.chip.silent")
    #expect(failure.cause == error)
  }

  @Test func theKernelsNameForTheChipIsFound() throws {
    let tree = try SysfsTree()
    try tree.add("1-0068", ["name": "ds3231"])
    #expect(address.holder(under: tree.root) == "ds3231")
  }

  @Test func aBusByAnotherNameHasAnUnknownHolder() throws {
    let tree = try SysfsTree()
    #expect(I2CAddress(bus: "/dev/sensors", chip: 0x0A).holder(under: tree.root) == "unknown")
  }
}
