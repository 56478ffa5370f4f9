import Core
import Glibc
import System

/// The three axes of an accelerometer, each asked by reading an attribute.
///
/// One system call and one exchange with the chip for each of them.
struct IIOAxes: ~Copyable {
  /// Names of the three axes in sysfs.
  static let names = ["in_accel_x", "in_accel_y", "in_accel_z"]

  private let device: IIODevice
  private let x, y, z: SysfsAttribute

  init(of device: IIODevice) throws(Failure) {
    let x = try Self.open(Self.names[0], of: device)
    let y = try Self.open(Self.names[1], of: device)
    let z = try Self.open(Self.names[2], of: device)
    self.device = device
    self.x = x
    self.y = y
    self.z = z
  }

  private static func open(_ axis: String, of device: IIODevice) throws(Failure) -> SysfsAttribute {
    do {
      return try SysfsAttribute(opening: "\(device.path)/\(axis)_raw", O_RDONLY)
    } catch {
      throw device.failure(error)
    }
  }

  /// The counts at this moment.
  ///
  /// Blocks for as long as the chip takes to answer three times, some milliseconds on I²C.
  func counts() throws(Failure) -> SIMD3<Double> {
    SIMD3(try count(x), try count(y), try count(z))
  }

  private func count(_ attribute: borrowing SysfsAttribute) throws(Failure) -> Double {
    let text: String
    do {
      text = try attribute.text()
    } catch {
      throw device.failure(error)
    }
    guard let count = Double(sysfs: text) else { throw device.unclear("reading", text) }
    return count
  }
}
