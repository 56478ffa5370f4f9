import Core
import Drivers

/// Whether the board gets the power, and gives off the heat, that it needs.
struct SupplyCheck {
  /// The kernel's alarm; nil on a board that does not watch its supply.
  let isUnderVoltage: Bool?
  /// What a Raspberry Pi's firmware says.
  let throttling: ThrottleMonitor?

  /// Nothing on a board that cannot tell.
  var finding: Finding? {
    guard isUnderVoltage != nil || throttling != nil else { return nil }
    if isUnderVoltage == true || throttling?.isUnderVoltage == true {
      return Finding("supply", .bad, Phrase(.doctorSupplyLow), fix: Phrase(.doctorFitSupply))
    }
    if throttling?.isSlowed == true {
      return Finding("supply", .warning, Phrase(.doctorSlowed), fix: Phrase(.doctorCool))
    }
    if throttling?.wasUnderVoltage == true {
      return Finding("supply", .warning, Phrase(.doctorSupplyWasLow), fix: Phrase(.doctorFitSupply))
    }
    return .good("supply", Phrase(.doctorSupply))
  }
}
