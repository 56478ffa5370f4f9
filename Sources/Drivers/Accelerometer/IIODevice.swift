import Core
import Glibc
import System

/// One device of the kernel's industrial I/O subsystem, as sysfs shows it.
package struct IIODevice: Hashable, Sendable {
  /// Its directory.
  package let path: String
  /// Name by its driver, such as `mpu6050`.
  package let name: String

  /// The device called `name` in the directory `path`.
  package init(path: String, name: String) {
    self.path = path
    self.name = name
  }

  /// The devices under `root`, in the order of their paths.
  package static func all(under root: String = Accelerometer.iioRoot) -> [IIODevice] {
    DevicePaths.matching(root + "/iio:device*").map { path in
      // A device without a readable name is still there, under the name of its directory.
      let name = (try? SysfsAttribute.text(at: path + "/name")) ?? DevicePaths.name(of: path)
      return IIODevice(path: path, name: name)
    }
  }

  /// The one called `name`, by its driver or its directory, or else the first that measures acceleration.
  package static func accelerometer(
    named name: String?, among devices: [IIODevice]
  ) throws(Failure) -> IIODevice {
    let names = devices.map(\.name).joined(separator: ", ")
    guard !devices.isEmpty else { throw Failure(.accelerometer, .iioDevicesAbsent) }
    let candidates = devices.filter { name == nil || $0.answers(to: name) }
    if let name, candidates.isEmpty {
      throw Failure(.accelerometer, .iioDeviceMissing(name, names))
    }
    guard let device = candidates.first(where: \.isAccelerometer) else {
      throw Failure(.accelerometer, .iioWithoutAcceleration(names))
    }
    return device
  }

  private func answers(to wanted: String?) -> Bool {
    name == wanted || DevicePaths.name(of: path) == wanted
  }

  /// Whether it measures acceleration along three axes.
  package var isAccelerometer: Bool {
    ["x", "y", "z"].allSatisfy { access("\(path)/in_accel_\($0)_raw", F_OK) == 0 }
  }

  /// Text of the first of `attributes` that the driver has; nil if it has none of them.
  func text(of attributes: String...) throws(Failure) -> String? {
    for attribute in attributes {
      do {
        return try SysfsAttribute.text(at: "\(path)/\(attribute)")
      } catch {
        guard error.code == ENOENT else { throw failure(error) }
      }
    }
    return nil
  }

  /// Failure for when the device did not answer.
  func failure(_ error: SystemError) -> Failure {
    switch error.code {
    case EACCES, EPERM: Failure(.accelerometer, .accelerometerForbidden(name), cause: error)
    // The kernel refuses single readings while somebody fills a buffer.
    case EBUSY: Failure(.accelerometer, .accelerometerBusy(name), cause: error)
    default:
      Failure(.accelerometer, .accelerometerFailed(name, error.reason), cause: error)
    }
  }

  /// Failure for when an attribute says something that makes no sense.
  func unclear(_ attribute: String, _ text: String) -> Failure {
    Failure(.accelerometer, .accelerometerUnclear(name, attribute, text))
  }
}

extension IIODevice {
  /// The last part of its directory, such as `iio:device0`: numbers change from boot to boot.
  package var directory: String { DevicePaths.name(of: path) }

  /// Quantities that it measures, each once, in the kernel's words such as `accel`, sorted.
  ///
  /// Source: the kernel's `sysfs-bus-iio`: `in_TYPE[INDEX][_MODIFIER]_raw` or `…_input`.
  package var quantities: [String] {
    let readings =
      DevicePaths.matching(path + "/in_*_raw") + DevicePaths.matching(path + "/in_*_input")
    let types = readings.map { path in
      String(DevicePaths.name(of: path).dropFirst("in_".count).prefix { $0.isLetter })
    }
    return Set(types.filter { !$0.isEmpty }).sorted()
  }

  /// The ways in which its driver lets an accelerometer be listened to, the best first.
  package var ways: [String] {
    guard isAccelerometer else { return [] }
    return (motionEvent == nil ? [] : ["events"])
      + (bufferFolders == nil ? [] : [Sensing.Delivery.buffer.rawValue])
      + [Sensing.Delivery.polling.rawValue]
  }

  /// Why this user cannot read the accelerometer, with the fix; nil if this user can, or if it is none.
  package var refusal: Phrase? {
    for axis in ["x", "y", "z"] where isAccelerometer {
      guard access("\(path)/in_accel_\(axis)_raw", R_OK) == 0 else {
        return failure(SystemError(errnoOf: "access")).phrase
      }
    }
    return nil
  }
}

/// Buffer of the device, as its driver describes it.
extension IIODevice {
  /// The folder of the buffer's own attributes, and that of its elements: one since Linux 5.13.
  var bufferFolders: (buffer: String, elements: String)? {
    let choices = [("buffer0", "buffer0"), ("buffer", "scan_elements")]
    return choices.map { ("\(path)/\($0)", "\(path)/\($1)") }.first { buffer, elements in
      access(buffer + "/enable", F_OK) == 0
        && IIOAxes.names.allSatisfy { access("\(elements)/\($0)_en", F_OK) == 0 }
    }
  }

  /// The layout of a scan with all that is enabled in `folder` now.
  func scanLayout(in folder: String) throws(Failure) -> ScanLayout {
    var channels: [ScanLayout.Channel] = []
    for path in DevicePaths.matching(folder + "/in_*_en")
    where SysfsAttribute.textIfReadable(at: path) == "1" {
      channels.append(try channel(String(path.dropLast("_en".count))))
    }
    return ScanLayout(channels)
  }

  private func channel(_ path: String) throws(Failure) -> ScanLayout.Channel {
    let name = DevicePaths.name(of: path)
    let index = SysfsAttribute.textIfReadable(at: path + "_index") ?? ""
    let type = SysfsAttribute.textIfReadable(at: path + "_type") ?? ""
    guard let number = Int(index) else { throw unclear("scan index \(name)", index) }
    guard let element = ScanElement(type) else { throw unclear("scan type \(name)", type) }
    return ScanLayout.Channel(name: name, index: number, element: element)
  }
}

extension Phrase {
  static let iioDevicesAbsent = Phrase(
    "iio.absent",
    """
    There is no accelerometer: the kernel has no IIO device; load the sensor's overlay, such as \
    i2c-sensor,mpu6050, and mind that i2c-sensor,adxl345 gives an input device instead.
    """)

  static func iioDeviceMissing(_ name: String, _ others: String) -> Phrase {
    Phrase(
      "iio.missing",
      """
      There is no accelerometer '\(name)' among the IIO devices: \(others); name one of them in \
      /etc/exhibit/exhibit.toml, and mind that the overlay i2c-sensor,adxl345 gives an input device instead.
      """)
  }

  static func iioWithoutAcceleration(_ devices: String) -> Phrase {
    Phrase(
      "iio.withoutAcceleration",
      """
      None of the IIO devices measures acceleration: \(devices); load the overlay of one that does, such as \
      i2c-sensor,mpu6050; i2c-sensor,adxl345 gives an input device instead.
      """)
  }

  static func accelerometerForbidden(_ name: String) -> Phrase {
    Phrase(
      "accelerometer.forbidden",
      """
      No permission to read the accelerometer \(name); let a udev rule give its in_accel files to the user that \
      runs exhibit.
      """)
  }

  static func accelerometerBusy(_ name: String) -> Phrase {
    Phrase(
      "accelerometer.busy",
      "The accelerometer \(name) is in use by another program; stop it, usually iio-sensor-proxy.")
  }

  static func accelerometerUnclear(_ name: String, _ attribute: String, _ text: String) -> Phrase {
    Phrase(
      "accelerometer.unclear",
      "The accelerometer \(name) says '\(text)' as its \(attribute); correct the sensor's overlay or driver."
    )
  }
}
