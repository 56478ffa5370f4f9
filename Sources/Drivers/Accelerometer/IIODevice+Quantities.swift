import Core
import Glibc
import System

extension IIODevice {
  /// The last part of its directory, such as `iio:device0`: numbers change from boot to boot.
  package var directory: String { DevicePaths.name(of: path) }

  /// What it measures, each once, in the kernel's words such as `accel`, sorted.
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
