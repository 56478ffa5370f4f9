import Testing

@testable import Drivers

@Suite struct MotionEventTests {
  @Test(arguments: [
    [], ["in_voltage0_thresh_rising_en"], ["in_accel_x_roc_rising_value"],
    ["in_accel_x_thresh_falling_en"], ["in_accel_x&y&z_mag_falling_en"], ["in_steps_change_en"],
  ])
  func whatDoesNotTellMovementIsLeftAlone(names: [String]) {
    #expect(MotionEvent.best(among: names) == nil)
  }

  @Test func aChangeIsBetterThanAValue() {
    let names = [
      "in_accel_x_thresh_either_en", "in_accel_x_mag_rising_en",
      "in_accel_x_mag_adaptive_rising_en",
      "in_accel_x_roc_rising_en",
    ]
    #expect(MotionEvent.best(among: names)?.kind == .change)
    #expect(MotionEvent.best(among: Array(names.dropLast()))?.kind == .difference)
    #expect(MotionEvent.best(among: Array(names.dropLast(2)))?.kind == .magnitude)
    #expect(MotionEvent.best(among: Array(names.dropLast(3)))?.kind == .value)
  }

  @Test func eachAxisHasItsOwnSwitch() {
    let names = [
      "in_accel_z_roc_either_en", "in_accel_x_roc_either_en", "in_accel_y_roc_rising_en",
    ]
    let stems = ["in_accel_x_roc_either", "in_accel_z_roc_either"]
    #expect(MotionEvent.best(among: names) == MotionEvent(stems: stems, kind: .change))
  }

  @Test(arguments: ["in_accel_roc_rising", "in_accel_x|y|z_roc_rising"])
  func oneSwitchForAllAxesIsEnough(stem: String) {
    let names = [stem + "_en", "in_accel_x_roc_rising_en"]
    #expect(MotionEvent.best(among: names) == MotionEvent(stems: [stem], kind: .change))
  }

  @Test(arguments: [
    ("in_accel_x_roc_rising", 0), ("in_accel_z_mag_either", 2), ("in_accel_roc_rising", nil),
    ("in_accel_x|y|z_roc_rising", nil),
  ])
  func anEventIsAboutItsAxis(stem: String, axis: Int?) {
    #expect(MotionEvent.axis(of: stem) == axis)
  }

  @Test func gravityCountsWhereTheValueItselfIsCompared() {
    #expect(MotionEvent.Kind.allCases.filter(\.countsGravity) == [.magnitude, .value])
  }
}

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
