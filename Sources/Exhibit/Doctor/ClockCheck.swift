import Core
import Drivers

/// Whether dates can be told, and by which clock.
struct ClockCheck {
  /// Whether a time source vouches for the system's clock.
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
      The clock goes by {1}, and no time server vouches for it: photos are kept in order, \
      without a date.
      """, source)
  }

  static let doctorClockUnset = Phrase(
    "doctor.clock.unset",
    "Nothing vouches for the clock: photos are kept in order, without a date.")

  static let doctorSynchroniseClock = Phrase(
    "doctor.clock.synchronise", "connect a network for a minute, if dates matter.")
}
