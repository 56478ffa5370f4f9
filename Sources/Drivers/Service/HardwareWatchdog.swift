import Core
import System

/// The board's watchdog, which resets it when the kernel hangs.
///
/// Source: the kernel's `sysfs-class-watchdog`.
package struct HardwareWatchdog: Hashable, Sendable {
  /// What a Raspberry Pi's can wait for: its counter has 20 bits of 1/65536 s.
  ///
  /// Drivers before Linux 6.8 refuse a longer time; later ones name no limit, and have counted only
  /// what is left above a multiple of 16 s.
  private static let raspberryPi = (name: "BCM2835", longest: Duration.seconds(15))

  /// What its driver calls it.
  package let identity: String
  /// The longest time that it can wait for; nil where it does not say.
  package let longest: Duration?

  /// A watchdog with what is known of it.
  package init(identity: String, longest: Duration?) {
    self.identity = identity
    self.longest = longest
  }

  /// The first watchdog under `root`; nil where the kernel has none.
  package static func first(under root: String = "/sys/class/watchdog") -> HardwareWatchdog? {
    DevicePaths.numbered(DevicePaths.matching(root + "/watchdog*")).first.map(describe)
  }

  private static func describe(_ path: String) -> HardwareWatchdog {
    let identity = SysfsAttribute.textIfReadable(at: path + "/identity")
    let seconds = SysfsAttribute.textIfReadable(at: path + "/max_timeout").flatMap { Int($0) } ?? 0
    let name = identity ?? DevicePaths.name(of: path)
    return HardwareWatchdog(identity: name, longest: longest(of: name, saying: seconds))
  }

  private static func longest(of name: String, saying seconds: Int) -> Duration? {
    if seconds > 0 { return .seconds(seconds) }
    return name.contains(raspberryPi.name) ? raspberryPi.longest : nil
  }
}

/// How long systemd has the hardware's watchdog wait for it: `RuntimeWatchdogSec` of
/// systemd-system.conf(5).
package enum RuntimeWatchdog: Hashable, Sendable {
  /// It leaves the watchdog alone.
  case off
  /// It feeds the watchdog, whose own time counts.
  case unchanged
  case time(Duration)

  /// Where systemd looks, the strongest first.
  private static let folders = ["/etc/systemd", "/run/systemd", "/usr/lib/systemd"]
  private static let byteLimit = 64 * 1024

  /// What the files under `root` come to, read when they are asked.
  package static func configured(under root: String = "") -> RuntimeWatchdog {
    let main = folders.map { "\(root)\($0)/system.conf" }.lazy.compactMap(text).first
    let texts = [main].compactMap { $0 } + additions(under: root).compactMap(text)
    return texts.compactMap(value).last.map(RuntimeWatchdog.init) ?? .off
  }

  /// The value as systemd writes it, such as `14`, `1min 30s`, `off` or `default`.
  init(_ value: String) {
    if value == "default" {
      self = .unchanged
    } else if let time = TimeSpan.duration(of: value), time > .zero {
      self = .time(time)
    } else {
      self = .off
    }
  }

  /// The files in `system.conf.d`, by name; of those with the same name the strongest counts.
  private static func additions(under root: String) -> [String] {
    var files: [String: String] = [:]
    for folder in folders.reversed() {
      for path in DevicePaths.matching("\(root)\(folder)/system.conf.d/*.conf") {
        files[DevicePaths.name(of: path)] = path
      }
    }
    return files.sorted { $0.key < $1.key }.map(\.value)
  }

  private static func text(at path: String) -> String? {
    // A file that is not there or cannot be read sets nothing.
    guard let bytes = try? File.bytes(at: path, limit: byteLimit) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What the last line for the key says; a comment begins with `#` and so has another name.
  private static func value(in text: String) -> String? {
    let parts = text.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1) }
    let line = parts.last { $0.first.map(trimmed) == "RuntimeWatchdogSec" }
    return line.map { $0.count == 2 ? trimmed($0[1]) : "" }
  }

  private static func trimmed(_ text: Substring) -> String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    let end = text.lastIndex { !isSpace($0) }
    return end.map { String(text[...$0].drop(while: isSpace)) } ?? ""
  }
}

/// A time as systemd.time(7) writes it: numbers with units, added up; one without a unit is seconds.
enum TimeSpan {
  private static let units: [String: Duration] = [
    "": .seconds(1), "s": .seconds(1), "sec": .seconds(1), "second": .seconds(1),
    "seconds": .seconds(1), "ms": .milliseconds(1), "msec": .milliseconds(1),
    "us": .microseconds(1), "m": .seconds(60), "min": .seconds(60), "minute": .seconds(60),
    "minutes": .seconds(60), "h": .seconds(3600), "hr": .seconds(3600), "hour": .seconds(3600),
    "hours": .seconds(3600),
  ]

  /// The time that `text` says; nil if it says none.
  static func duration(of text: String) -> Duration? {
    var rest = text[...].drop { $0 == " " }
    guard !rest.isEmpty else { return nil }
    var sum = Duration.zero
    while !rest.isEmpty {
      guard let part = nextPart(of: &rest) else { return nil }
      sum += part
    }
    return sum
  }

  private static func nextPart(of rest: inout Substring) -> Duration? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest[digits.endIndex...].drop { $0 == " " }
    let unit = rest.prefix { $0.isLetter }
    rest = rest[unit.endIndex...].drop { $0 == " " }
    guard let count = Int32(digits), let size = units[String(unit)] else { return nil }
    return size * count
  }
}
