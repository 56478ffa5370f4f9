import Core
import Drivers

/// Whether dates can be told, and by which clock.
struct ClockCheck {
  /// Whether a time source vouches for the system's clock.
  let isSynchronised: Bool
  /// The clocks that go on without power.
  let batteryClocks: [String]

  var finding: Finding {
    if isSynchronised { return .good("clock", Phrase(.doctorClockSynchronised)) }
    return Finding(
      "clock", .warning, sentence, fix: Phrase(.doctorSynchroniseClock),
      commands: ["sudo timedatectl set-ntp true"])
  }

  private var sentence: Phrase {
    guard let clock = batteryClocks.first else { return Phrase(.doctorClockUnset) }
    return Phrase(.doctorClockUnvouched, clock)
  }
}
