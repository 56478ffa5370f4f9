import Testing

@testable import Core

@Suite struct FiguresTests {
  @Test(arguments: [
    (0, "0.0"), (49, "0.0"), (50, "0.1"), (2949, "2.9"), (-49, "0.0"), (-50, "-0.1"), (3000, "3.0"),
  ])
  func tenthsAreRounded(milliseconds: Int, text: String) {
    #expect(Duration.milliseconds(milliseconds).inTenths.text == text)
  }

  @Test(arguments: [
    (0, "0.0"), (80, "0.1"), (949, "0.9"), (960, "0.9"), (1000, "1.0"), (1049, "1.0"),
    (2999, "2.9"),
  ])
  func aLengthHasNoSecondThatItHasNotReached(milliseconds: Int, text: String) {
    #expect(Duration.milliseconds(milliseconds).asLength.text == text)
  }

  @Test(arguments: [
    (0, "0 s"), (59, "59 s"), (60, "1 min 0 s"), (3599, "59 min 59 s"), (3600, "1 h 0 min"),
    (86399, "23 h 59 min"), (90000, "1 d 1 h"),
  ])
  func aDurationHasItsTwoLargestUnits(seconds: Int, text: String) {
    #expect(Duration.seconds(seconds).inWords == text)
  }

  @Test(arguments: [(1234, 3, "1.234"), (7, 3, "0.007"), (-12, 1, "-1.2"), (-5, 3, "-0.005")])
  func aDecimalHasItsDigitsBehindThePoint(value: Int, digits: Int, text: String) {
    #expect(Figures.decimal(value, digits: digits).text == text)
  }

  @Test(arguments: [("2.6", "2,6"), ("-", "-"), ("1.4 GB", "1,4 GB"), ("25, 29.97", "25, 29,97")])
  func aFigureHasTheMarkOfItsReaders(figure: Figure, text: String) {
    let german = Language(templates: ["figure.mark": ","])
    #expect(Phrase("a", "\(figure)").text(in: german) == text)
    #expect(Phrase("a", "\(figure)").english == figure.text)
  }

  @Test(arguments: [(0, "0x00"), (3, "0x03"), (104, "0x68"), (65_535, "0xffff")])
  func anAddressHasAtLeastTwoDigits(value: Int, text: String) {
    #expect(Figures.hexadecimal(value) == text)
  }

  @Test(arguments: [
    (30, "30"), (29.97, "29.97"), (7.5, "7.5"), (0, "0"), (100, "100"), (0.004, "0"),
    (-2.5, "-2.5"),
    (59.999, "60"),
  ])
  func aBriefNumberHasNoIdleDigits(value: Double, text: String) {
    #expect(Figures.brief(value).text == text)
  }

  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (999_999, "999.9 kB"),
    (1_000_000, "1.0 MB"), (1_450_000_000, "1.4 GB"), (5_000_000_000_000_000, "5000.0 TB"),
  ])
  func bytesHaveTheirLargestUnit(count: Int, text: String) {
    #expect(Figures.bytes(count).text == text)
  }
}

/// A figure as a test expects it.
extension Figure: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(text: text) }
}
