import Testing

@testable import Drivers

@Suite struct EventThresholdTests {
  @Test func countsShrinkUntilTheyFitIntoTheChipsRegister() {
    let threshold = EventThreshold(0.5, scale: -0.001, attribute: "0")
    #expect(threshold.texts == ["500", "250", "125", "63", "31", "16", "8", "4", "2", "1"])
    #expect(!threshold.isTaken("500", "244"))
    #expect(!threshold.isTaken("500", nil))
    #expect(threshold.isTaken("250", "250"))
  }

  @Test func aDriverThatWritesFractionsCountsInMetres() {
    let threshold = EventThreshold(0.5, scale: 0.001, attribute: "0.000000")
    #expect(threshold.texts.prefix(3) == ["0.5", "1.0", "2.0"])
    #expect(!threshold.isTaken("0.5", "0.000000"))
    #expect(threshold.isTaken("0.5", "0.470719"))
  }

  @Test func aThresholdUnderOneCountIsOne() {
    #expect(EventThreshold(0.6, scale: 1, attribute: "3").texts == ["1"])
  }
}
