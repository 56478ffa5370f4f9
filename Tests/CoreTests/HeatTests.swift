import Testing

@testable import Core

@Suite struct HeatTests {
  /// What `readings`, one every 10 s, come to; nil is one that fails.
  private func level(after readings: [Int?]) -> Heat.Level {
    var heat = Heat(Heat.Limits())
    for (index, milliCelsius) in readings.enumerated() {
      let reading = milliCelsius.map { Temperature(milliCelsius: $0, zone: "cpu-thermal") }
      _ = heat.receive(reading, at: .at(10 * Double(index)))
    }
    return heat.level
  }

  @Test func withoutAThermometerNothingIsKnownAndNothingAsked() {
    #expect(level(after: [nil, nil]) == .unknown)
    #expect(Heat(Heat.Limits()).deadline == nil)
  }

  @Test(arguments: [
    ([79_999], Heat.Level.fair), ([80_000], .excessive), ([80_000, 79_000], .excessive),
    ([80_000, 70_000], .excessive), ([80_000, 69_999], .fair), ([80_000, 69_000, 75_000], .fair),
    ([75_000], .fair),
  ])
  func itPausesAtOneLimitAndGoesOnUnderTheOther(readings: [Int?], expected: Heat.Level) {
    #expect(level(after: readings) == expected)
  }

  @Test func aReadingThatFailsKeepsTheLastOneForAMinute() {
    #expect(level(after: [80_000, nil, nil, nil, nil, nil]) == .excessive)
    #expect(level(after: [80_000, nil, nil, nil, nil, nil, nil]) == .unknown)
  }

  @Test func aThermometerIsGivenUpOnce() {
    var heat = Heat(Heat.Limits())
    _ = heat.receive(Temperature(milliCelsius: 40_000, zone: "cpu-thermal"), at: .at(0))
    let news = [59.0, 60, 120].map { heat.receive(nil, at: .at($0)) }
    #expect(news == [false, true, false])
    // It may come back.
    #expect(heat.deadline == .at(130))
  }

  @Test func itIsAskedTenSecondsAfterItWasAskedLast() {
    var heat = Heat(Heat.Limits())
    _ = heat.receive(Temperature(milliCelsius: 40_000, zone: "cpu-thermal"), at: .at(0))
    heat.ask(at: .at(12))
    #expect(heat.deadline == .at(22))
  }
}
