import Core
import Glibc
import Testing

@testable import Drivers

@Suite struct GPIOLineTests {
  private func sentence(
    _ code: Int32, _ role: Role = .button, bias: LineSettings.Bias = .external,
    holder: String? = nil
  ) -> String {
    let line = GPIOLine(role: role, chip: "gpiochip0", offset: 17)
    let cause = SystemError(call: "gpiod_line_request", code: code)
    let failure = line.failure(requesting: cause, bias: bias, holder: holder)
    #expect(failure.role == role)
    #expect(failure.cause == cause)
    return failure.phrase.english
  }

  @Test func aBusyButtonNamesItsHolderAndTheOverlay() {
    #expect(
      sentence(EBUSY, holder: "gpio-keys") == """
        GPIO line 17 of gpiochip0 is in use by 'gpio-keys'; remove the gpio-key overlay or pick \
        another line in /etc/exhibit/exhibit.toml.
        """)
  }

  @Test func aBusyLightIsNotBlamedOnAButton() {
    let sentence = sentence(EBUSY, .light, holder: "ACT")
    #expect(sentence.hasPrefix("GPIO line 17 of gpiochip0 is in use by 'ACT';"))
    #expect(!sentence.contains("gpio-key"))
  }

  @Test(arguments: [Role.button, .light])
  func aLineThatWeHoldOurselvesIsToldApart(role: Role) {
    #expect(sentence(EBUSY, role, holder: "exhibit").contains("each device its own line"))
  }

  @Test func aLineIsRefusedOnlyWhileSomebodyElseHasIt() {
    let line = GPIOLine(role: .button, chip: "gpiochip0", offset: 17)
    #expect(
      line.refusal(heldBy: "gpio-keys") == Phrase.gpioButtonBusy("17", "gpiochip0", "gpio-keys"))
    #expect(line.refusal(heldBy: "exhibit") == nil)
    #expect(line.refusal(heldBy: nil) == nil)
  }

  @Test(arguments: [EINVAL, EOPNOTSUPP, 524])
  func aRefusedBiasNamesTheResistor(code: Int32) {
    #expect(sentence(code, bias: .pullUp).contains("10 kΩ from the line to 3.3 V"))
    #expect(sentence(code, bias: .pullDown).contains("10 kΩ from the line to ground"))
  }

  @Test func aRefusalWithoutABiasIsNotBlamedOnOne() {
    #expect(sentence(EINVAL) == sentence(EINVAL, .light))
    #expect(sentence(EINVAL).contains("does not work: Invalid argument"))
  }

  @Test func aLineWithoutInterruptsSaysSo() {
    #expect(sentence(ENXIO).contains("cannot report edges"))
  }

  @Test func noPermissionNamesTheGroup() {
    #expect(sentence(EPERM).hasPrefix("No permission to use /dev/gpiochip0;"))
  }
}
