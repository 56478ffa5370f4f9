import Core
import Glibc
import System

/// An accelerometer under the kernel's industrial I/O subsystem, asked by reading its attributes.
///
/// The three axes are read one after the other, each by one system call and one exchange with the chip.
struct IIOAccelerometer: ~Copyable {
  private let device: IIODevice
  private let calibration: AccelerometerCalibration
  private let x, y, z: SysfsAttribute

  /// Opens the device called `name`, or the first that measures acceleration.
  ///
  /// - Parameters:
  ///   - name: the driver's name for it, or that of its directory (`iio:device1`) where two are alike.
  ///   - root: where devices are looked for.
  init(
    named name: String? = nil, under root: String = Accelerometer.iioRoot
  ) throws(Failure) {
    let device = try IIODevice.accelerometer(named: name, among: IIODevice.all(under: root))
    let calibration = try device.calibration()
    let x = try Self.open("x", of: device)
    let y = try Self.open("y", of: device)
    let z = try Self.open("z", of: device)
    (self.device, self.calibration) = (device, calibration)
    self.x = x
    self.y = y
    self.z = z
  }

  private static func open(_ axis: String, of device: IIODevice) throws(Failure) -> SysfsAttribute {
    do {
      return try SysfsAttribute(opening: "\(device.path)/in_accel_\(axis)_raw", O_RDONLY)
    } catch {
      throw device.failure(error)
    }
  }

  /// What the driver calls the chip, such as `mpu6050`.
  var name: String { device.name }

  /// The acceleration at this moment, in the board's axes.
  ///
  /// Blocks for as long as the chip takes to answer three times, some milliseconds on I²C.
  func sample() throws(Failure) -> Acceleration {
    calibration.acceleration(raw: SIMD3(try count(x), try count(y), try count(z)))
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
