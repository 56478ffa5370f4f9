import Core
import Drivers

/// Whether the board gets the power, and gives off the heat, that it needs.
struct SupplyCheck {
  /// The kernel's alarm; nil on a board that does not watch its supply.
  let isUnderVoltage: Bool?
  /// State by a Raspberry Pi's firmware.
  let throttling: ThrottleMonitor?

  /// Nothing on a board that cannot tell.
  var finding: Finding? {
    guard isUnderVoltage != nil || throttling != nil else { return nil }
    if isUnderVoltage == true || throttling?.isUnderVoltage == true {
      return Finding(
        "supply", .bad, Phrase("doctor.supply.low", "The supply is too low at this moment."),
        fix: .doctorFitSupply)
    }
    if throttling?.isSlowed == true {
      return Finding(
        "supply", .warning,
        Phrase("doctor.supply.slowed", "The board is slowed down by heat or by its supply."),
        fix: Phrase("doctor.supply.cool", "give it air or a heat sink."))
    }
    if throttling?.wasUnderVoltage == true {
      return Finding(
        "supply", .warning,
        Phrase("doctor.supply.was-low", "The supply was too low since the board was started."),
        fix: .doctorFitSupply)
    }
    return .good("supply", Phrase.doctorSupply)
  }
}

extension Phrase {
  static let doctorSupply = Phrase(
    "doctor.supply", "The supply is sufficient, and nothing was slowed down.")

  static let doctorFitSupply = Phrase(
    "doctor.supply.fit", "use a stronger power supply, or a shorter and thicker cable.")

}
