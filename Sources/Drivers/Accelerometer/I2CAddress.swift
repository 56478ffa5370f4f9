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

  /// What the kernel calls the chip that it has there, such as `mpu6050`.
  ///
  /// - Parameter root: where chips are looked for: `1-0068` is the one at 0x68 of `/dev/i2c-1`.
  func holder(under root: String = I2CAddress.root) -> String {
    let number = DevicePaths.name(of: bus).drop { $0 != "-" }.dropFirst()
    let path = "\(root)/\(number)-00\(hexadecimal.dropFirst(2))/name"
    // A bus that goes by another name is as busy; only its chip stays unknown.
    return SysfsAttribute.textIfReadable(at: path) ?? Phrase(.valueUnknown).english
  }

  /// What to say when the bus can't be opened or the chip not be had.
  ///
  /// - Parameter holder: what the kernel calls the chip there.
  func failure(opening error: SystemError, holder: String) -> Failure {
    switch error.code {
    case ENOENT, ENODEV, ENXIO: failure(Phrase(.i2cBusMissing, bus), error)
    case EACCES, EPERM: failure(Phrase(.i2cForbidden, bus), error)
    case ENOTTY: failure(Phrase(.i2cBusOther, bus), error)
    case EOPNOTSUPP: failure(Phrase(.i2cBusLimited, bus), error)
    case EBUSY: failure(Phrase(.i2cChipBusy, bus, hexadecimal, holder), error)
    default: failure(asking: error)
    }
  }

  /// What to say when the chip did not answer.
  func failure(asking error: SystemError) -> Failure {
    failure(Phrase(.i2cChipSilent, bus, hexadecimal, error.reason), error)
  }

  private func failure(_ phrase: Phrase, _ error: SystemError) -> Failure {
    Failure(.accelerometer, phrase, cause: error)
  }
}
