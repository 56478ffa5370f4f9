import Core
import Drivers

/// Whether dates can be told, and by which clock.
struct ClockCheck {
  /// Whether a time source has set the system's clock.
  let isSynchronised: Bool
  /// The clocks that go on without power.
  let batteryClocks: [String]

  var finding: Finding {
    if isSynchronised { return .good("clock", Phrase.doctorClockSynchronised) }
    return Finding(
      "clock", .warning, sentence, fix: .doctorSynchroniseClock,
      commands: ["sudo timedatectl set-ntp true"])
  }

  private var sentence: Phrase {
    guard let clock = batteryClocks.first else { return Phrase.doctorClockUnset }
    return Phrase.doctorClockUnvouched(clock)
  }
}

extension Phrase {
  static let doctorClockSynchronised = Phrase(
    "doctor.clock", "The clock is synchronised: photos have their dates.")

  static func doctorClockUnvouched(_ source: String) -> Phrase {
    Phrase(
      "doctor.clock.battery",
      """
      The clock was set from {1}, and no time server has confirmed it: photos keep their \
      order, but have no date until one does.
      """, source)
  }

  static let doctorClockUnset = Phrase(
    "doctor.clock.unset",
    "Nothing has set the clock: photos keep their order, but have no date until something does.")

  static let doctorSynchroniseClock = Phrase(
    "doctor.clock.synchronise",
    "connect a network for a minute before the power goes off, if dates matter.")
}
