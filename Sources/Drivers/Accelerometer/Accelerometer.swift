import Core

/// The accelerometer, under the kernel's driver or spoken to directly; it is asked, it never speaks up.
public struct Accelerometer: ~Copyable {
  /// Where the kernel lists its IIO devices.
  public static let iioRoot = "/sys/bus/iio/devices"

  /// Not private: an optimised build of another module refers to the type of what it destroys.
  enum Chip: ~Copyable {
    case iio(IIOAccelerometer)
    case direct(MPU6050)
  }

  private let chip: Chip

  /// Opens the IIO device called `name`, or the first that measures acceleration.
  ///
  /// - Parameters:
  ///   - name: the driver's name for it, or that of its directory (`iio:device1`) where two are alike.
  ///   - root: where devices are looked for.
  public init(
    named name: String? = nil, under root: String = Accelerometer.iioRoot
  ) throws(Failure) {
    chip = .iio(try IIOAccelerometer(named: name, under: root))
  }

  /// Wakes the MPU-6050 at `address` of the I²C bus `bus`, such as `/dev/i2c-1`.
  ///
  /// No driver of the kernel may hold the chip. Its axes count as the board's. Its first reading is
  /// worth something some 50 ms later.
  ///
  /// - Parameter address: seven bits, 0x68 or 0x69.
  public init(at address: Int, on bus: String) throws(Failure) {
    chip = .direct(try MPU6050(I2CAddress(bus: bus, chip: UInt8(address))))
  }

  /// The acceleration at this moment, in the board's axes.
  ///
  /// Blocks for as long as the chip takes to answer, some milliseconds.
  public func sample() throws(Failure) -> Acceleration {
    switch chip {
    case .iio(let chip): try chip.sample()
    case .direct(let chip): try chip.sample()
    }
  }
}
