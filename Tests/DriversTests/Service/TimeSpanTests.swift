import Testing

@testable import Drivers

@Suite struct TimeSpanTests {
  @Test(arguments: ["", " ", "x", "3 fortnights", "-1", "1.5", "99999999999s"])
  func whatIsNoTimeHasNone(text: String) {
    #expect(TimeSpan.duration(of: text) == nil)
  }

  @Test(arguments: [
    ("14", 14_000), ("14s", 14_000), ("1min 30s", 90_000), ("1 min30 sec", 90_000),
    ("250ms", 250), ("2h", 7_200_000), (" 5 ", 5_000),
  ])
  func numbersWithUnitsAreAddedUp(text: String, milliseconds: Int) {
    #expect(TimeSpan.duration(of: text) == .milliseconds(milliseconds))
  }
}
