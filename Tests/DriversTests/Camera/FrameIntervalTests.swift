import Testing

@testable import Drivers

@Suite struct FrameIntervalTests {
  private func interval(_ rate: Double) throws -> FrameInterval {
    try #require(FrameInterval(rate: rate))
  }

  @Test func aFractionWithZeroIsNone() {
    #expect(FrameInterval(numerator: 0, denominator: 30) == nil)
    #expect(FrameInterval(numerator: 1, denominator: 0) == nil)
  }

  @Test(arguments: [0, -1, 1001, .infinity, .nan])
  func aRateThatNoCameraHasIsNone(rate: Double) {
    #expect(FrameInterval(rate: rate) == nil)
  }

  @Test func rateAndDurationAreTheFractions() throws {
    let interval = try #require(FrameInterval(numerator: 2, denominator: 25))
    #expect(interval.rate == 12.5)
    #expect(interval.duration == .milliseconds(80))
  }

  @Test func theNearestRateOfAListIsTaken() throws {
    let rates = FrameRates.discrete([try interval(5), try interval(25), try interval(60)])
    #expect(rates.nearest(to: 30)?.rate == 25)
    #expect(rates.fastest == 60)
  }

  @Test(arguments: [(120, 60), (30, 30), (12.5, 12.5), (1, 5)])
  func aRateIsKeptInsideARange(wanted: Double, taken: Double) throws {
    let rates = FrameRates.range(shortest: try interval(60), longest: try interval(5))
    #expect(rates.nearest(to: wanted)?.rate == taken)
  }

  @Test func ofUnknownRatesNoneIsTaken() {
    #expect(FrameRates.unknown.nearest(to: 30) == nil)
    #expect(FrameRates.unknown.fastest == nil)
  }
}
