import Core
import Core
import Glibc
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

  /// Name by its driver.
  package let identity: String
  /// The longest time that it can wait for; nil where it does not say.
  package let longest: Duration?

  /// A watchdog with these facts.
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
    return name.holds(raspberryPi.name) ? raspberryPi.longest : nil
  }
}

/// How long systemd has the hardware's watchdog wait for it: what it has made of `RuntimeWatchdogSec` in
/// all of its files (systemd-system.conf(5)).
package enum RuntimeWatchdog: Hashable, Sendable {
  /// It leaves the watchdog alone.
  case off
  /// It feeds the watchdog, whose own time counts.
  case unchanged
  case time(Duration)
  /// There is no systemctl to be asked.
  case absent
  /// Systemctl can't say, as where another program than systemd runs the board.
  case silent

  private static let patience = Duration.seconds(5)

  /// What systemd says through `systemctl`, a path or a name to be looked for in `PATH`.
  ///
  /// Blocks for 5 s at most.
  package static func configured(by systemctl: String = "systemctl") -> RuntimeWatchdog {
    let words = ["show", "--property=RuntimeWatchdogUSec", "--value"]
    do throws(SystemError) {
      let child = try ChildProcess(systemctl, words)
      return RuntimeWatchdog(try child.answer(within: patience) ?? "")
    } catch {
      return error.code == ENOENT ? .absent : .silent
    }
  }

  /// The value as systemctl writes it, such as `14s`, `1min 30s`, `0` or `infinity`.
  init(_ answer: String) {
    let words = answer.split(whereSeparator: \.isWhitespace)
    if words == ["infinity"] {
      self = .unchanged
    } else if let time = TimeSpan.duration(of: words) {
      self = time > .zero ? .time(time) : .off
    } else {
      self = .silent
    }
  }
}

/// A time as systemctl writes it (systemd.time(7)): numbers with units, added up, or 0 alone.
enum TimeSpan {
  /// Microseconds; a board waits for no months.
  private static let units: [String: Double] = [
    "us": 1, "ms": 1e3, "s": 1e6, "min": 60e6, "h": 3600e6, "d": 86_400e6,
  ]

  /// The time that `words` say; nil if they say none.
  static func duration(of words: [Substring]) -> Duration? {
    if words == ["0"] { return .zero }
    var sum = Duration.zero
    for word in words {
      guard let part = part(word) else { return nil }
      sum += part
    }
    return words.isEmpty ? nil : sum
  }

  private static func part(_ word: Substring) -> Duration? {
    let number = word.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard number.count <= 9, let count = Double(number),
      let unit = units[String(word[number.endIndex...])]
    else { return nil }
    return .microseconds(Int64((count * unit).rounded()))
  }
}
