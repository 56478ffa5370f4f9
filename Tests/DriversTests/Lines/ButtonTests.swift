import Core
import Testing

@testable import Drivers

@Suite struct ButtonTests {
  /// What is no GPIO chip is refused before anything is asked of it, on boards with chips and without.
  @Test(arguments: ["/dev/null", "/dev/gpiochip-nowhere"])
  func aChipThatIsNoneIsRefusedByName(chip: String) throws {
    let settings = LineSettings(chip: chip, line: .offset(0))
    let failure = try #require(
      failure { () throws(Failure) in _ = try Button(settings).descriptor })
    #expect(failure.role == .button)
    #expect(["gpio.chip.missing", "gpio.chips.absent"].contains(failure.phrase.key))
    #expect(failure.phrase.values.first == .text(chip))
  }
}
