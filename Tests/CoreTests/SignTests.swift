import Testing

@testable import Core

@Suite struct SignTests {
  private static let triple = [500, -200, 500, -200, 500]

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

  @Test(arguments: [(300, [80, -200, 20, -200, 80, -200, 80]), (400, [80, -200, 80])])
  func aSignIsPlayedAgainOnlyWhereAFlushCutItOff(milliseconds: Int, buzzed: [Int]) {
    var strip = Strip(.paused)
    strip.pass(1000)
    strip.indicator.play(.stored, at: strip.now)
    strip.pass(milliseconds)
    strip.constraint = .solid
    strip.pass(60)
    strip.constraint = .free
    strip.pass(2000)
    #expect(strip.buzzerRuns.dropFirst().dropLast() == buzzed[...])
  }

  @Test(arguments: [
    (2, 3, 2, 3), (12, 13, 2, 3), (1, 0, 1, 0), (10, 20, 10, 10), (9, 9, 9, 9),
  ])
  func theStatusCountsLastDigits(thing: Int, pieces: Int, before: Int, after: Int) {
    let marks = Sign.status(thing: thing, pieces: pieces).marks
    let shorts = { (count: Int) in Array(repeating: Mark.blip, count: count) }
    #expect(marks == shorts(before) + [.long] + shorts(after))
  }

  @Test func aStatusIsSlowEnoughToBeCounted() {
    var strip = Strip(.paused)
    strip.pass(1000)
    strip.indicator.play(.status(thing: 2, pieces: 3), at: strip.now)
    strip.pass(3900)
    let sign = [80, -420, 80, -420, 500, -420, 80, -420, 80, -420, 80]
    #expect(strip.lightRuns.dropLast() == [80, -920] + sign)
    #expect(strip.buzzerRuns.dropLast() == [-1000] + sign)
  }

  @Test func aPressForgetsAStatusAndNoOtherSign() {
    var strip = Strip(.paused)
    strip.pass(1000)
    strip.indicator.play(.status(thing: 9, pieces: 9), at: strip.now)
    strip.pass(2100)
    strip.indicator.hear(at: strip.now)
    strip.pass(5000)
    #expect(strip.buzzerRuns.filter { $0 == 500 }.isEmpty)
    strip.indicator.play(.stored, at: strip.now)
    strip.indicator.hear(at: strip.now)
    strip.pass(1000)
    #expect(strip.lightRuns.suffix(4).filter { $0 == 80 }.count == 2)
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

  /// As a contact that chatters presses in the pause before it: their flashes would take the place of its first.
  @Test func aSignBeforeWhichPressesAreAnsweredIsShownWhole() {
    var strip = Strip(.storing)
    strip.pass(1000)
    strip.indicator.play(.refused, at: strip.now)
    strip.situation = .ready
    for _ in 1...3 {
      strip.pass(60)
      strip.indicator.hear(at: strip.now)
    }
    strip.pass(4000)
    #expect(strip.lightRuns.filter { (400...600).contains($0) } == [500, 500, 500])
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
}
