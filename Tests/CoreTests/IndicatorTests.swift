import Testing

@testable import Core

/// An indicator that is woken at its own deadlines only, and what its outputs did meanwhile.
private struct Strip {
  var indicator = Indicator()
  var situation: Situation
  var constraint = Indicator.Constraint.free
  private(set) var now = Instant.at(0)
  private(set) var light = Course()
  private(set) var buzzer = Course()

  /// The lengths in milliseconds of on and, negative, off.
  struct Course {
    private(set) var runs: [Int] = []
    private var isOn = false
    private var since = Instant.at(0)

    mutating func follow(_ output: Bool, at now: Instant) {
      guard output != isOn else { return }
      end(at: now)
      isOn = output
    }

    mutating func end(at now: Instant) {
      let milliseconds = Int(((now - since).nanoseconds + 500_000) / 1_000_000)
      if milliseconds > 0 { runs.append(isOn ? milliseconds : -milliseconds) }
      since = now
    }
  }

  init(_ situation: Situation) {
    self.situation = situation
  }

  /// Lets `milliseconds` pass; what is to be shown changes before they begin.
  mutating func pass(_ milliseconds: Int) {
    let end = now + .milliseconds(milliseconds)
    update()
    for _ in 0..<1000 {
      guard let deadline = indicator.deadline, deadline < end else { break }
      now = deadline
      update()
    }
    now = end
  }

  /// What the light did until now.
  var lightRuns: [Int] { ended(light) }
  /// What the buzzer did until now.
  var buzzerRuns: [Int] { ended(buzzer) }

  private mutating func update() {
    indicator.update(situation, constraint, at: now)
    light.follow(indicator.light, at: now)
    buzzer.follow(indicator.buzzer, at: now)
  }

  private func ended(_ course: Course) -> [Int] {
    var course = course
    course.end(at: now)
    return course.runs
  }
}

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

  @Test(arguments: [
    (Sign.stored, [80, -200, 80]), (.cancelled, [80, -200, 80, -200, 80]), (.refused, triple),
  ])
  func aSignIsShownOnceByBoth(sign: Sign, runs: [Int]) {
    var strip = Strip(.paused)
    strip.pass(1000)
    strip.indicator.play(sign, at: strip.now)
    strip.pass(runs.reduce(0) { $0 + abs($1) } + 1000)
    #expect(strip.lightRuns.dropLast() == [80, -920] + runs)
    #expect(strip.buzzerRuns.dropLast() == [-1000] + runs)
  }

  @Test func aSignIsSetOffFromALitLight() {
    var strip = Strip(.storing)
    strip.pass(1000)
    strip.situation = .ready
    strip.indicator.play(.stored, at: strip.now)
    strip.pass(1000)
    #expect(strip.lightRuns == [1000, -200, 80, -200, 80, -440])
  }

  @Test func theSituationsNextMarkIsNotCountedWithASign() {
    var strip = Strip(.ready)
    strip.pass(2500)
    strip.indicator.play(.stored, at: strip.now)
    strip.pass(2000)
    #expect(strip.lightRuns == [80, -2420, 80, -200, 80, -1000, 80, -560])
  }

  @Test func aSignIsFinishedBeforeTheNextBegins() {
    var strip = Strip(.paused)
    strip.pass(1000)
    strip.indicator.play(.stored, at: strip.now)
    strip.pass(100)
    strip.indicator.play(.cancelled, at: strip.now)
    strip.pass(1500)
    // The second waits until the light may flash three times more.
    let seen = [80, -920, 80, -200, 80, -360, 80, -200, 80, -200, 80]
    #expect(strip.lightRuns.dropLast() == seen[...])
    let heard = [-1000, 80, -200, 80, -200, 80, -200, 80, -200, 80]
    #expect(strip.buzzerRuns.dropLast() == heard[...])
  }

  @Test func atMostTwoSignsWait() {
    var strip = Strip(.counting(until: .at(1)))
    strip.pass(500)
    for _ in 1...5 { strip.indicator.play(.stored, at: strip.now) }
    strip.pass(500)
    strip.situation = .paused
    strip.pass(2000)
    #expect(strip.lightRuns.filter { $0 == 80 }.count == 4)
  }

  @Test func aRefusalTakesThePlaceOfASignThatWaits() {
    var strip = Strip(.counting(until: .at(1)))
    strip.pass(500)
    for sign in [Sign.cancelled, .cancelled, .refused] {
      strip.indicator.play(sign, at: strip.now)
    }
    strip.pass(500)
    strip.situation = .paused
    strip.pass(5000)
    #expect(strip.lightRuns.filter { $0 == 500 }.count == 3)
  }

  @Test func anInterruptedSignBeginsAgain() {
    var strip = Strip(.paused)
    strip.pass(1000)
    strip.indicator.play(.cancelled, at: strip.now)
    strip.pass(100)
    strip.situation = .storing
    strip.pass(100)
    strip.situation = .paused
    strip.pass(1000)
    #expect(strip.lightRuns == [80, -920, 80, -20, 100, -520, 80, -200, 80, -120])
  }

  @Test func aSignThatCouldNotBeShownForLongIsForgotten() {
    var strip = Strip(.fault)
    strip.pass(1000)
    strip.indicator.play(.refused, at: strip.now)
    strip.pass(10_100)
    strip.situation = .paused
    strip.pass(2000)
    #expect(strip.lightRuns.suffix(2) == [80, -1920])
  }

  @Test func aFaultIsSoundedBeforeTheSignsThatWait() {
    var strip = Strip(.counting(until: .at(1)))
    strip.pass(1000)
    for _ in 1...2 { strip.indicator.play(.stored, at: strip.now) }
    strip.situation = .fault
    strip.pass(2000)
    #expect(strip.buzzerRuns.suffix(6) == [500, -200, 500, -200, 500, -100])
  }

  @Test func shuttingDownIsSoundedAtOnce() {
    var strip = Strip(.paused)
    strip.pass(1000)
    strip.indicator.play(.refused, at: strip.now)
    strip.pass(600)
    strip.situation = .shuttingDown
    strip.pass(1000)
    #expect(strip.buzzerRuns == [-1000, 500, -200, 500, -400])
  }

  @Test func offIsDarkAndSilentWhateverWasToBeSaid() {
    var strip = Strip(.paused)
    strip.pass(1000)
    strip.indicator.play(.refused, at: strip.now)
    strip.indicator.keep(at: strip.now)
    strip.indicator.hear(at: strip.now)
    strip.situation = .off
    strip.pass(5000)
    #expect(strip.lightRuns == [80, -5920])
    #expect(strip.buzzerRuns == [-6000])
    #expect(strip.indicator.deadline == nil)
  }

  @Test func aPressIsAnsweredByLightWhereItIsDark() {
    var strip = Strip(.ready)
    strip.pass(1000)
    strip.indicator.hear(at: strip.now)
    strip.pass(1000)
    #expect(strip.lightRuns == [80, -920, 30, -970])
    #expect(strip.buzzerRuns == [-1000, 10, -990])
  }

  @Test func aPressIsAnsweredByDarknessWhereItIsLit() {
    var strip = Strip(.storing)
    strip.pass(1000)
    strip.indicator.hear(at: strip.now)
    strip.pass(1000)
    #expect(strip.lightRuns == [1000, -30, 970])
  }

  @Test func theAnswerDoesNotFlipWhenTheMarkUnderItEnds() {
    var strip = Strip(.ready)
    strip.pass(70)
    strip.indicator.hear(at: strip.now)
    strip.pass(930)
    #expect(strip.lightRuns == [70, -930])
  }

  @Test func aKeptFrameIsLitAndSounded() {
    var strip = Strip(.paused)
    strip.pass(1000)
    strip.indicator.keep(at: strip.now)
    strip.pass(1000)
    #expect(strip.lightRuns == [80, -920, 250, -750])
    #expect(strip.buzzerRuns == [-1000, 500, -500])
  }

  @Test func aKeptFrameOutranksAFault() {
    var strip = Strip(.fault)
    strip.pass(600)
    strip.indicator.keep(at: strip.now)
    strip.pass(400)
    #expect(strip.lightRuns == [500, -100, 400])
  }

  @Test func aPressWaitsForItsAnswerUntilTheKeptFrameIsShown() {
    var strip = Strip(.paused)
    strip.pass(1000)
    strip.indicator.keep(at: strip.now)
    strip.pass(100)
    strip.indicator.hear(at: strip.now)
    strip.pass(400)
    #expect(strip.lightRuns == [80, -920, 250, -30, -220].merged)
  }

  @Test(arguments: [Situation.ready, .fault, .counting(until: .at(9)), .storing])
  func theLightIsDarkForAPhoto(situation: Situation) {
    var strip = Strip(situation)
    strip.constraint = .dark
    strip.pass(900)
    #expect(strip.lightRuns == [-900])
  }

  @Test func aPressInTheDarkIsAnsweredAfterItAndTickedAtOnce() {
    var strip = Strip(.paused)
    strip.pass(1000)
    strip.constraint = .dark
    strip.indicator.hear(at: strip.now)
    strip.pass(100)
    strip.constraint = .free
    strip.pass(100)
    #expect(strip.lightRuns == [80, -1020, 30, -70])
    #expect(strip.buzzerRuns == [-1000, 10, -190])
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

  @Test func theMarkOfAKeptFrameSoundsOnDuringItsFlush() {
    var strip = Strip(.storing)
    strip.constraint = .solid
    strip.indicator.keep(at: strip.now)
    strip.pass(900)
    #expect(strip.buzzerRuns == [500, -400])
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
  /// The runs with neighbours of one sign made one.
  fileprivate var merged: [Int] {
    reduce(into: []) { runs, run in
      if let last = runs.last, (last < 0) == (run < 0) {
        runs[runs.count - 1] = last + run
      } else {
        runs.append(run)
      }
    }
  }

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
