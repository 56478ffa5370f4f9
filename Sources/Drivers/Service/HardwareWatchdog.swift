import Core

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
