import Testing

@testable import Core

/// A board that is too hot, and how it comes back.
@Suite struct OverheatingTests {
  /// The thermometer says so at `seconds`; nil: nothing.
  private static func reading(_ celsius: Int?, at seconds: Double) -> [Cue] {
    [Cue(.measured(.temperature(.celsius(celsius))), at: .at(seconds))]
  }

  private func run(
    _ script: [[Cue]] = [], until end: Double = 20, celsius: Int? = nil,
    in change: (inout ScriptedWorld) -> Void = { _ in }
  ) -> Recording {
    Recording(script, until: end) {
      $0.measurements.temperature = .celsius(celsius)
      change(&$0)
    }
  }

  @Test func withoutAThermometerNothingPausesAndNobodyAsks() {
    let run = run(until: 100)
    #expect(run.times(of: .device(.close(.camera))).isEmpty)
    #expect(run.times(of: .measure(.temperature)).isEmpty)
  }

  @Test func heatClosesTheCameraAndTheColdOpensIt() {
    let run = run([
      Self.reading(80, at: 5), Self.reading(75, at: 6), Self.reading(70, at: 7),
      Self.reading(69, at: 8),
    ])
    #expect(run.times(of: .device(.close(.camera))) == [.at(5)])
    #expect(run.times(of: .device(.open(.camera))) == [.at(0), .at(8)])
    #expect(run.announced == ["heat.too-hot", "heat.cooled-down"])
  }

  @Test func whileTheCameraRunsTheThermometerIsReadEveryTenSeconds() {
    let times = run(until: 35, celsius: 40).times(of: .measure(.temperature))
    #expect(times.map { ($0 - .at(0)).inSeconds.rounded() } == [10, 20, 30])
  }

  @Test func whileAPersonPausesTheMeasuringOfEachMinuteIsEnough() {
    let run = run([Cue.line("pause", at: 5)], until: 55, celsius: 40)
    #expect(run.times(of: .measure(.temperature)).isEmpty)
  }

  @Test func whileItCoolsDownTheThermometerIsReadEveryTenSeconds() {
    #expect(run(until: 35, celsius: 90).times(of: .measure(.temperature)).count == 3)
  }

  @Test func aPressOnABoardThatIsTooHotIsRefusedWithTheReason() {
    let run = run([Self.reading(81, at: 5), Cue.press(6)], until: 12)
    #expect(run.stored.isEmpty)
    #expect(run.announced == ["heat.too-hot", "heat.too-hot"])
    #expect(
      run.machine.hindrances.reason(of: .overTemperature).values == [
        .figure("81.0"), .figure("70.0"),
      ])
  }

  @Test(arguments: ["resume", "snap"])
  func aConsoleThatWantsTheCameraIsToldWhyNot(line: String) {
    let run = run([Self.reading(81, at: 5), Cue.line(line, at: 6)], until: 9)
    #expect(run.said() == [Phrase.tooHot("81.0", "70.0").english])
    #expect(run.machine.capture.state == .paused(.overTemperature))
  }

  @Test func movementDoesNotEndIt() {
    let moved = [Cue(.camera(.sceneChanged(by: 1)), at: .at(6))]
    let run = run([Self.reading(81, at: 5), moved], until: 9)
    #expect(run.times(of: .device(.open(.camera))) == [.at(0)])
  }

  @Test func aSeriesIsFinishedFirst() {
    let run = run([Cue.press(4), Self.reading(85, at: 5)], until: 12)
    #expect(run.stored.map(\.planned) == [.at(7)])
    #expect(run.times(of: .device(.close(.camera))).allSatisfy { $0 >= .at(7) })
    #expect(run.machine.capture.state == .paused(.overTemperature))
  }

  @Test func heatGoesOnWhenThereIsRoomAgain() {
    let run = run([
      [Cue(.measured(.all(.board(free: 1, celsius: 50))), at: .at(5))],
      [Cue(.measured(.all(.board(free: 1, celsius: 85))), at: .at(6))],
      [Cue(.measured(.all(.board(free: 20_000_000_000, celsius: 85))), at: .at(7))],
      [Cue(.measured(.all(.board(free: 20_000_000_000, celsius: 60))), at: .at(8))],
    ])
    #expect(run.times(of: .device(.open(.camera))) == [.at(0), .at(8)])
    #expect(
      run.announced == ["storage.low", "heat.too-hot", "capture.paused.still", "heat.cooled-down"])
  }

  @Test func aThermometerThatFailsIsGivenUpAfterAMinuteAndCaptureGoesOn() {
    let run = run([Self.reading(85, at: 5)], until: 90)
    let end = run.announcement(of: "heat.lost")
    #expect(run.times(of: .device(.open(.camera))) == [.at(0), end].compactMap { $0 })
    #expect(end.map { (65...75).contains(($0 - .at(0)).inSeconds) } == true)
  }

  @Test func otherLimitsCountAtOnce() {
    let cooler = Cue.reconfigured(at: 6) { $0.heatLimits.pause = 50_000 }
    let run = run([cooler], until: 12, celsius: 55)
    #expect(run.machine.capture.state == .paused(.overTemperature))
  }

  @Test func aThermometerThatIsLostInTheColdIsToldOnce() {
    let lost = stride(from: 10.0, to: 100, by: 10).map { Self.reading(nil, at: $0) }
    #expect(run([Self.reading(40, at: 5)] + lost, until: 110).announced == ["heat.lost"])
  }
}

extension Temperature? {
  fileprivate static func celsius(_ celsius: Int?) -> Temperature? {
    celsius.map { Temperature(milliCelsius: $0 * 1000, zone: "cpu-thermal") }
  }
}

extension Measurements {
  fileprivate static func board(free: Int, celsius: Int) -> Measurements {
    var measurements = Measurements()
    measurements.space = Space(free: free, total: 32_000_000_000)
    measurements.temperature = .celsius(celsius)
    return measurements
  }
}
