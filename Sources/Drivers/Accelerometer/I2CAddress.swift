import Core
import Glibc
import System

/// A chip's address on its bus, and what there is to say of a chip or a bus that can't be used.
struct I2CAddress: Hashable {
  /// Where the kernel lists the chips that it knows of.
  static let root = "/sys/bus/i2c/devices"

  /// The bus, such as `/dev/i2c-1`.
  let bus: String
  /// Seven bits.
  let chip: UInt8

  /// The chip's address as data sheets write it, such as `0x68`.
  var hexadecimal: String { Figures.hexadecimal(Int(chip)) }

  /// Name by the kernel of the chip at this address, such as `mpu6050`.
  ///
  /// - Parameter root: where chips are looked for: `1-0068` is the one at 0x68 of `/dev/i2c-1`.
  func holder(under root: String = I2CAddress.root) -> String {
    let number = DevicePaths.name(of: bus).drop { $0 != "-" }.dropFirst()
    let path = "\(root)/\(number)-00\(hexadecimal.dropFirst(2))/name"
    // The chip on a bus with a name of its own stays unknown; it is as busy.
    return SysfsAttribute.textIfReadable(at: path) ?? Phrase.valueUnknown.english
  }

  /// Failure for when the bus can't be opened or the chip not be had.
  ///
  /// - Parameter holder: what the kernel calls the chip there.
  func failure(opening error: SystemError, holder: String) -> Failure {
    switch error.code {
    case ENOENT, ENODEV, ENXIO: failure(Phrase.i2cBusMissing(bus), error)
    case EACCES, EPERM: failure(Phrase.i2cForbidden(bus), error)
    case ENOTTY: failure(Phrase.i2cBusOther(bus), error)
    case EOPNOTSUPP: failure(Phrase.i2cBusLimited(bus), error)
    case EBUSY: failure(Phrase.i2cChipBusy(bus, hexadecimal, holder), error)
    default: failure(asking: error)
    }
  }

  /// Failure for when the chip did not answer.
  func failure(asking error: SystemError) -> Failure {
    failure(
      Phrase(
        "i2c.chip.silent",
        """
        The accelerometer at \(hexadecimal) of \(bus) does not answer: \(error.reason); check its wiring, and \
        address in [accelerometer] (i2cdetect lists what answers).
        """), error)
  }

  private func failure(_ phrase: Phrase, _ error: SystemError) -> Failure {
    Failure(.accelerometer, phrase, cause: error)
  }
}

extension Phrase {
  static func i2cBusMissing(_ bus: String) -> Phrase {
    Phrase(
      "i2c.bus.missing",
      """
      There is no I2C bus \(bus); switch it on, on a Raspberry Pi with dtparam=i2c_arm=on in config.txt, and \
      load the kernel's module i2c-dev, or correct i2c in [accelerometer].
      """)
  }

  static func i2cBusOther(_ bus: String) -> Phrase {
    Phrase(
      "i2c.bus.other",
      "\(bus) is not an I2C bus; set i2c in [accelerometer] to one, such as /dev/i2c-1.")
  }

  static func i2cBusLimited(_ bus: String) -> Phrase {
    Phrase(
      "i2c.bus.limited",
      """
      The I2C bus \(bus) cannot read several registers at once, which the accelerometer needs; connect it to \
      another bus.
      """)
  }

  static func i2cForbidden(_ bus: String) -> Phrase {
    Phrase(
      "i2c.forbidden",
      "No permission to use the I2C bus \(bus); add the user that runs exhibit to the group i2c.")
  }

  package static func i2cChipBusy(_ bus: String, _ address: String, _ holder: String) -> Phrase {
    Phrase(
      "i2c.chip.busy",
      """
      The chip at \(address) of \(bus) is in use by the kernel's driver for '\(holder)'; use that driver with \
      iio = "mpu6050" in place of i2c and address in [accelerometer], or remove its overlay.
      """)
  }

}
