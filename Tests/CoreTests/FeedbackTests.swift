import Testing

@testable import Core

@Suite struct FeedbackTests {
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

  @Test func theMarkOfAKeptFrameSoundsOnDuringItsFlush() {
    var strip = Strip(.storing)
    strip.constraint = .solid
    strip.indicator.keep(at: strip.now)
    strip.pass(900)
    #expect(strip.buzzerRuns == [500, -400])
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
}
