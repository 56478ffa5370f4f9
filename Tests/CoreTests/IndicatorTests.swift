import Testing

@testable import Core

@Suite struct IndicatorTests {
  private static let triple = [500, -200, 500, -200, 500]

  @Test(
    arguments: [
      (Situation.ready, 6100, [80, -2920, 80, -2920, 80, -20]),
      (.paused, 10_100, [80, -9920, 80, -20]),
      (
        .counting(until: .at(3)), 3200,
        [500, -500, 500, -500, 250, -250, 250, -450]
      ),
      (.storing, 9000, [9000]),
      (.recording(isStudy: false, desiredAt: nil), 10_500, [5000, -80, 4920, -80, 420]),
      (
        .recording(isStudy: true, desiredAt: .at(7)), 11_000,
        [5000, -80, 1920, -80, 200, -80, 2640, -80, 920]
      ),
      (.recording(isStudy: true, desiredAt: .at(4)), 6000, [4000, -80, 200, -80, 640, -80, 920]),
      (.asked, 3000, [500, -200, 80, -1220, 500, -200, 80, -220]),
      (.starting, 4100, [1000, -1000, 1000, -1000, 100]),
      (.storageLow, 3600, [500, -2500, 500, -100]),
      (.fault, 5000, triple + [-1100] + triple + [-100]),
      (.shuttingDown, 1100, [250, -250, 250, -250, 100]),
      (.off, 5000, [-5000]),
    ] as [(Situation, Int, [Int])])
  func theLightTellsTheSituation(situation: Situation, milliseconds: Int, runs: [Int]) {
    var strip = Strip(situation)
    strip.pass(milliseconds)
    #expect(strip.lightRuns == runs)
  }

  @Test(arguments: [
    (Situation.paused, 20_000, [-20_000]),
    (
      .counting(until: .at(3)), 3200,
      [500, -500, 500, -500, 250, -250, 250, -450]
    ),
    (.storing, 9000, [-9000]),
    (.recording(isStudy: false, desiredAt: nil), 10_500, [500, -10_000]),
    (.recording(isStudy: true, desiredAt: nil), 10_500, [500, -4500, 80, -4920, 80, -420]),
    (
      .recording(isStudy: false, desiredAt: .at(7)), 11_000,
      [500, -6500, 500, -200, 500, -2800]
    ),
    (.asked, 5000, [500, -200, 80, -4220]),
    (.starting, 9000, [-9000]),
    (.storageLow, 9000, [-9000]),
    (.fault, 9000, triple + [-7100]),
    (.shuttingDown, 3000, [500, -2500]),
    (.off, 5000, [-5000]),
  ])
  func theBuzzerTellsTheSituation(situation: Situation, milliseconds: Int, runs: [Int]) {
    var strip = Strip(situation)
    strip.pass(milliseconds)
    #expect(strip.buzzerRuns == runs)
  }

  @Test(arguments: [Situation.starting, .fault])
  func theBuzzerTellsWhenItHasBecomeReady(previous: Situation) {
    var strip = Strip(previous)
    strip.pass(4000)
    let before = strip.buzzerRuns.dropLast().reduce(0) { $0 + abs($1) }
    strip.situation = .ready
    strip.pass(2000)
    #expect(
      strip.buzzerRuns.dropFirst(before == 0 ? 0 : 5) == [before - 4000, 80, -200, 500, -1220])
  }

  @Test(arguments: [Situation.paused, .storing, .storageLow, .counting(until: .at(1))])
  func elseTheBuzzerIsSilentOnBecomingReady(previous: Situation) {
    var strip = Strip(previous)
    strip.pass(2000)
    let runs = strip.buzzerRuns
    strip.situation = .ready
    strip.pass(2000)
    #expect(strip.buzzerRuns.dropLast() == runs.dropLast())
  }

  @Test func aSignIsNewsAfterAnyTimeOfStoring() {
    var strip = Strip(.storing)
    strip.indicator.play(.refused, at: strip.now)
    strip.pass(20_000)
    #expect(strip.lightRuns == [20_000])
    strip.situation = .ready
    strip.pass(4000)
    #expect(strip.lightRuns.filter { $0 == 500 }.count == 3)
  }

  @Test(arguments: [Situation.ready, .fault, .counting(until: .at(9)), .storing])
  func theLightIsDarkForAPhoto(situation: Situation) {
    var strip = Strip(situation)
    strip.constraint = .dark
    strip.pass(900)
    #expect(strip.lightRuns == [-900])
  }

  @Test(arguments: [
    Situation.ready, .fault, .counting(until: .at(3)), .shuttingDown, .storing, .starting,
  ])
  func theLightIsSolidAndTheBuzzerSilentDuringAFlush(situation: Situation) {
    var strip = Strip(situation)
    strip.constraint = .solid
    strip.pass(900)
    #expect(strip.lightRuns == [900])
    #expect(strip.buzzerRuns == [-900])
  }

  @Test(arguments: [
    Situation.ready, .fault, .asked, .recording(isStudy: true, desiredAt: .at(7)), .storageLow,
    .counting(until: .at(3)), .shuttingDown, .starting, .paused,
  ])
  func nothingFlashesMoreThanThreeTimesInASecond(situation: Situation) {
    var strip = Strip(situation)
    strip.pass(12_000)
    #expect(strip.lightRuns.mostFlashesInASecond <= 3)
  }

  @Test func lightAndBuzzerNeedNoTicks() {
    var strip = Strip(.storing)
    strip.pass(1000)
    #expect(strip.indicator.deadline == nil)
  }
}

extension [Int] {
  /// The most beginnings of light within any second.
  fileprivate var mostFlashesInASecond: Int {
    var (now, starts) = (0, [Int]())
    for run in self {
      if run > 0 { starts.append(now) }
      now += abs(run)
    }
    return starts.map { start in starts.filter { start <= $0 && $0 < start + 999 }.count }.max()
      ?? 0
  }
}
