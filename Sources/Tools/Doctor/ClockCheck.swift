import Core
import Drivers

/// Whether dates can be told, and by which clock.
struct ClockCheck {
  /// Whether a time source has set the system's clock.
  let isSynchronised: Bool
  /// The clocks that go on without power.
  let batteryClocks: [String]

  var finding: Finding {
    if isSynchronised {
      return .good(
        "clock", Phrase("doctor.clock", "The clock is synchronised: photos have their dates."))
    }
    return Finding(
      "clock", .warning, sentence,
      fix: Phrase(
        "doctor.clock.synchronise",
        "connect a network for a minute before the power goes off, if dates matter."),
      commands: ["sudo timedatectl set-ntp true"])
  }

  private var sentence: Phrase {
    guard let clock = batteryClocks.first else {
      return Phrase(
        "doctor.clock.unset",
        "Nothing has set the clock: photos keep their order, but have no date until something does."
      )
    }
    return Phrase(
      "doctor.clock.battery",
      """
      The clock was set from \(clock), and no time server has confirmed it: photos keep their order, but have \
      no date until one does.
      """)
  }
}

/// The clocks that go on while the board is without power, where it has one.
enum RealTimeClock {
  /// Names of the clocks by the kernel, such as `rtc-ds1307 1-0068`; a board without one has none.
  static func names(under root: String = "/sys/class/rtc") -> [String] {
    DevicePaths.numbered(DevicePaths.matching(root + "/rtc*")).map { path in
      SysfsAttribute.textIfReadable(at: path + "/name") ?? DevicePaths.name(of: path)
    }
  }
}
