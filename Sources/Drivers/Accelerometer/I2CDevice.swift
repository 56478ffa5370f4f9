import CLinux
import Core
import Glibc
import System

/// One chip on an I²C bus, its registers read and written by the kernel's SMBus calls.
///
/// Each call is one exchange on the bus, which may block until the adapter gives up, about a second.
///
/// Source: the kernel's `i2c/dev-interface` and `i2c/smbus-protocol`.
struct I2CDevice: ~Copyable {
  /// Not every adapter reads several registers in one exchange.
  private static let neededFunctions = UInt(
    I2C_FUNC_SMBUS_READ_BYTE_DATA | I2C_FUNC_SMBUS_WRITE_BYTE_DATA | I2C_FUNC_SMBUS_READ_I2C_BLOCK)

  /// Where the chip is.
  let address: I2CAddress
  private let bus: FileDescriptor

  /// Opens the bus and takes the chip, unless a driver of the kernel has it.
  init(_ address: I2CAddress) throws(Failure) {
    bus = try Self.open(address)
    self.address = address
  }

  private static func open(_ address: I2CAddress) throws(Failure) -> FileDescriptor {
    do throws(SystemError) {
      let bus = try FileDescriptor(opening: address.bus, O_RDWR)
      try checkFunctions(of: bus)
      // I2C_SLAVE_FORCE would take the chip away from under its driver.
      try bus.control("I2C_SLAVE", UInt(I2C_SLAVE), number: UInt(address.chip))
      return bus
    } catch {
      throw address.failure(opening: error, holder: address.holder())
    }
  }

  private static func checkFunctions(of bus: borrowing FileDescriptor) throws(SystemError) {
    var functions: UInt = 0
    try bus.control("I2C_FUNCS", UInt(I2C_FUNCS), &functions)
    guard functions & neededFunctions == neededFunctions else {
      throw SystemError(call: "I2C_FUNCS", code: EOPNOTSUPP)
    }
  }

  /// Byte in the register.
  func byte(at register: UInt8) throws(Failure) -> UInt8 {
    var data = i2c_smbus_data()
    try transfer(I2C_SMBUS_READ, I2C_SMBUS_BYTE_DATA, register, &data)
    return data.byte
  }

  /// Writes the register.
  func write(_ byte: UInt8, at register: UInt8) throws(Failure) {
    var data = i2c_smbus_data(byte: byte)
    try transfer(I2C_SMBUS_WRITE, I2C_SMBUS_BYTE_DATA, register, &data)
  }

  /// Lends what `count` registers say, at most 32, from `register` on, read in one exchange.
  func withBytes<Result>(
    _ count: Int, from register: UInt8, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(Failure) -> Result {
    // The first byte of a block is the number of those that follow.
    var data = i2c_smbus_data()
    data.block.0 = UInt8(count)
    try transfer(I2C_SMBUS_READ, I2C_SMBUS_I2C_BLOCK_DATA, register, &data)
    guard data.block.0 == count else {
      throw address.failure(asking: SystemError(call: "I2C_SMBUS", code: EIO))
    }
    return withUnsafeBytes(of: &data.block) { block in
      body(UnsafeRawBufferPointer(rebasing: block[1...count]))
    }
  }

  private func transfer(
    _ direction: Int32, _ size: Int32, _ register: UInt8, _ data: inout i2c_smbus_data
  ) throws(Failure) {
    do throws(SystemError) {
      try withUnsafeMutablePointer(to: &data) { data throws(SystemError) in
        var request = i2c_smbus_ioctl_data(
          read_write: UInt8(direction), command: register, size: UInt32(size), data: data)
        try bus.control("I2C_SMBUS", UInt(I2C_SMBUS), &request)
      }
    } catch {
      throw address.failure(asking: error)
    }
  }
}
