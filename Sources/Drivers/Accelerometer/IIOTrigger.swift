import Core
import Glibc
import System

/// Trigger of a device's measurements: an interrupt of the device itself, or a timer.
struct IIOTrigger: Hashable {
  /// Where a timer is made by making a folder (`iio-trig-hrtimer`).
  static let timerFolder = "/sys/kernel/config/iio/triggers/hrtimer"
  /// Name of our own timer; it ticks only while a buffer uses it, and is left for the next time.
  private static let timerName = "exhibit"

  /// Its name, by which a device is told to follow it.
  let name: String
  /// Its directory.
  let path: String

  /// Whether it ticks at a frequency of its own, as timers do.
  var isTimer: Bool { access(path + "/sampling_frequency", F_OK) == 0 }

  /// The triggers that may fill the buffer of `device`, the best first; a timer is made where there is
  /// none of them and we may.
  ///
  /// - Parameter timers: the folder of configfs where timers are made.
  static func candidates(for device: IIODevice, timers: String = timerFolder) -> [IIOTrigger] {
    let found = ranked(all(beside: device), for: device)
    guard found.isEmpty, mkdir("\(timers)/\(timerName)", 0o755) == 0 else { return found }
    return ranked(all(beside: device), for: device)
  }

  private static func all(beside device: IIODevice) -> [IIOTrigger] {
    let root = device.path.dropLast(device.directory.count)
    return DevicePaths.numbered(DevicePaths.matching(root + "trigger*")).compactMap { path in
      SysfsAttribute.textIfReadable(at: path + "/name").map { IIOTrigger(name: $0, path: path) }
    }
  }

  /// Whatever somebody chose, the device's own, our timer, and the timers of others.
  private static func ranked(_ triggers: [IIOTrigger], for device: IIODevice) -> [IIOTrigger] {
    let chosen = SysfsAttribute.textIfReadable(at: device.path + "/trigger/current_trigger")
    let ranks: [(IIOTrigger) -> Bool] = [
      { $0.name == chosen }, { device.owns($0) }, { $0.isTimer && $0.name == timerName },
      { $0.isTimer },
    ]
    let ordered = ranks.flatMap { triggers.filter($0) }
    return ordered.indices.filter { ordered.firstIndex(of: ordered[$0]) == $0 }.map { ordered[$0] }
  }
}

extension IIODevice {
  /// Drivers call the trigger for fresh data `mpu6050-dev0` or `lis3dh-trigger`.
  fileprivate func owns(_ trigger: IIOTrigger) -> Bool {
    let number = directory.drop { !$0.isNumber }
    return ["\(name)-dev\(number)", "\(name)-trigger"].contains(trigger.name)
  }
}

/// How often a device measures, in hertz, as its driver writes it.
enum SamplingFrequency {
  /// The text of the least frequency in `available` that is at least `wanted`, or of the greatest there
  /// is; `wanted` itself where they are not listed.
  ///
  /// - Parameter available: what `sampling_frequency_available` says, such as `0.78 1.56 3.12` or a
  ///   range `[4 1 1000]`.
  static func choice(_ wanted: Int, among available: String?) -> String {
    guard let available, !available.hasPrefix("[") else { return "\(wanted)" }
    let offers = available.split(separator: " ").compactMap { text in
      Double(sysfs: text).map { (text, $0) }
    }
    let enough = offers.filter { $0.1 >= Double(wanted) }.min { $0.1 < $1.1 }
    return (enough ?? offers.max { $0.1 < $1.1 }).map { String($0.0) } ?? "\(wanted)"
  }

  /// How many samples of `actual` hertz make one of `wanted` hertz, 1 to `limit`.
  static func samples(_ actual: Double?, per wanted: Int, atMost limit: Int) -> Int {
    min(max(Int(((actual ?? 0) / Double(wanted)).rounded()), 1), limit)
  }
}

extension Sensing.Pace {
  /// How often a sample is wanted, in hertz.
  var frequency: Int {
    switch self {
    case .running: 10
    case .paused: 5
    }
  }
}
