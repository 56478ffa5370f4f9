import Core
@testable import Drivers
import Testing

@testable import Tools

@Suite struct GPIOChipReportTests {
  private static let chip = GPIOChipDescription(
    path: "/dev/gpiochip1", name: "gpiochip1", label: "bank-b", lineCount: 2,
    lines: [
      GPIOLineInfo(offset: 0, name: nil, isOutput: true, holder: nil),
      GPIOLineInfo(offset: 1, name: "BUTTON", isOutput: false, holder: "exhibit"),
    ])

  @Test func aChipThatMayNotBeOpenedIsListedWithTheFix() {
    let refusal = Phrase.gpioForbidden("/dev/gpiochip0")
    let chip = GPIOChipDescription(
      path: "/dev/gpiochip0", name: "gpiochip0", label: nil, lineCount: 0, lines: [],
      refusal: refusal)
    #expect(chip.phrases { _ in [] }.map(\.english) == ["GPIO chip gpiochip0.", refusal.english])
  }

  @Test func aLineSaysWhoHasItAndWhatFor() {
    let phrases = Self.chip.phrases { $0.offset == 1 ? [.button, .light] : [] }
    #expect(
      phrases.map(\.english) == [
        "GPIO chip gpiochip1, label bank-b, 2 lines.", "Line 0, without a name, output, free.",
        "Line 1, BUTTON, input, in use by exhibit, used for the button, the light.",
      ])
  }

  @Test func programsReadTheSame() {
    let json = Self.chip.json { $0.offset == 1 ? [.button] : [] }.text
    #expect(
      json.hasSuffix(
        """
        "lines":[{"offset":0,"name":null,"direction":"output","used":false,"consumer":null,\
        "roles":[]},{"offset":1,"name":"BUTTON","direction":"input","used":true,\
        "consumer":"exhibit","roles":["button"]}]}
        """))
  }
}
