import Testing

@testable import Drivers

@Suite struct SamplingFrequencyTests {
  @Test(arguments: [
    (nil, "10"), ("", "10"), ("0.78 1.56 3.12", "3.12"), ("12.5 25 6.25", "12.5"),
    ("10.000000 50.000000", "10.000000"), ("[4 1 1000]", "10"),
  ])
  func theLeastThatIsEnoughIsChosenElseTheGreatest(offers: String?, choice: String) {
    #expect(SamplingFrequency.choice(10, among: offers) == choice)
  }

  @Test(arguments: [
    (nil, 1), (0, 1), (3, 1), (10, 1), (12.5, 1), (25, 3), (100, 10), (1e10, 32), (-5, 1),
  ])
  func aDeviceThatMeasuresTooOftenIsReadInGroups(actual: Double?, count: Int) {
    #expect(SamplingFrequency.samples(actual, per: 10, atMost: 32) == count)
  }
}
