import Testing

@testable import Core

@Suite struct InstantTests {
  @Test func addingAndSubtractingADurationIsExactToTheNanosecond() {
    let start = Instant(nanoseconds: 9_223_372_036)
    #expect((start + .nanoseconds(1)) - start == .nanoseconds(1))
    #expect((start + .seconds(3)) - .seconds(3) == start)
  }

  @Test func aDurationBackwardIsNegative() {
    #expect(Instant.zero - Instant(nanoseconds: 5) == .nanoseconds(-5))
    #expect((Instant.zero - Instant(nanoseconds: 5)).magnitude == .nanoseconds(5))
  }

  @Test func theEarlierOfTwoIsOneThatIsThere() {
    #expect(Instant.earlier(nil, nil) == nil)
    #expect(Instant.earlier(nil, .at(2)) == .at(2))
    #expect(Instant.earlier(.at(1), nil) == .at(1))
    #expect(Instant.earlier(.at(2), .at(1)) == .at(1))
  }
}
