import Testing

@testable import Tools

@Suite struct BigDigitsTests {
  @Test func digitsStandSideBySide() {
    #expect(
      BigDigits.rows(of: 12) == [
        "  ██    ██████",
        "████        ██",
        "  ██    ██████",
        "  ██    ██    ",
        "██████  ██████",
      ])
  }

  @Test func everyDigitDiffersFromTheOthers() {
    #expect(Set((0...9).map { BigDigits.rows(of: $0) }).count == 10)
    #expect((0...9).allSatisfy { digit in BigDigits.rows(of: digit).allSatisfy { $0.count == 6 } })
  }
}
