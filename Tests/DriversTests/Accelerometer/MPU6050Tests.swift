import Core
import Glibc
import Testing

@testable import Drivers

@Suite struct MPU6050Tests {
  private let address = I2CAddress(bus: "/dev/i2c-1", chip: 0x68)

  private func refusal(of identity: UInt8) -> Phrase? {
    let address = address
    return failure { () throws(Failure) in _ = try MPU6050.model(identity, at: address) }?.phrase
  }

  private func acceleration(_ bytes: [UInt8]) -> Acceleration {
    bytes.withUnsafeBytes { MPU6050.acceleration(MPU6050.counts(in: $0)) }
  }

  private func complaint(opening bus: String) -> Failure? {
    failure { () throws(Failure) in
      var accelerometer = try Accelerometer(at: 0x68, on: bus)
      _ = try accelerometer.sample()
    }
  }

  @Test func aBusThatIsNotThereIsSaidToBe() {
    let failure = complaint(opening: "/dev/no-such-bus")
    #expect(failure?.cause == SystemError(call: "open", code: ENOENT))
    #expect(failure?.phrase.values.first == .text("/dev/no-such-bus"))
  }

  @Test func aDeviceThatIsNoBusIsSaidToBeNone() {
    let failure = complaint(opening: "/dev/null")
    #expect(failure?.phrase == Phrase.i2cBusOther("/dev/null"))
    #expect(failure?.cause == SystemError(call: "I2C_FUNCS", code: ENOTTY))
  }

  @Test(arguments: [0x00, 0x67, 0xE5, 0xFF] as [UInt8])
  func anotherChipIsRefusedByWhatItCallsItself(identity: UInt8) {
    let name = Figures.hexadecimal(Int(identity))
    #expect(refusal(of: identity) == Phrase.i2cChipOther("/dev/i2c-1", "0x68", name))
  }

  @Test(arguments: [0x68, 0x70, 0x71, 0x73] as [UInt8])
  func theWholeFamilyIsTaken(identity: UInt8) {
    #expect(refusal(of: identity) == nil)
  }

  @Test(arguments: [MPU6050.Model.mpu6050, .mpu6500, .mpu9250, .mpu9255])
  func theLowPassIsTheModelsOwn(model: MPU6050.Model) {
    let written = MPU6050.settings(of: model).filter { $0.byte == 4 }.map(\.register)
    #expect(written == (model == .mpu6050 ? [0x1A] : [0x1A, 0x1D]))
  }

  @Test func itIsWokenBeforeAnythingElse() throws {
    let first = try #require(MPU6050.settings(of: .mpu6050).first)
    #expect(first == (0x6B, 0))
  }

  @Test func theHighByteOfEachAxisComesFirst() {
    #expect(
      acceleration([0x40, 0, 0xE0, 0, 0, 0x10]) == Acceleration(x: 1000, y: -500, z: 1))
  }

  @Test func theRangeEndsAtTwoG() {
    let edge = acceleration([0x7F, 0xFF, 0x80, 0x00, 0, 0])
    #expect(edge == Acceleration(x: 2000, y: -2000, z: 0))
  }
}
