import Testing

@testable import Core

@Suite struct LightTests {
  @Test func aPressIsFollowedByTheWholeStory() {
    let run = Recording([Cue.press(5)]) { $0.flush = .milliseconds(600) }
    // Press heard, ready until the click is known, counting, dark, kept, storing, stored, ready.
    #expect(run.light(from: 4.99, to: 5.45) == [-10, 30, -420])
    #expect(run.light(from: 5.5, to: 7) == [-500, 500, -500])
    #expect(run.light(from: 7, to: 7.8) == [250, -250, 250, -50])
    #expect(run.light(from: 7.8, to: 8.02) == [-220])
    #expect(run.light(from: 8.02, to: 9.5) == [600, -200, 80, -200, 80, -320])
  }

  @Test(arguments: [0, 1, 2])
  func theLightIsDarkFor200MillisecondsBeforeEachPhoto(index: Int) {
    let run = Recording(.board { $0.count = 3 }, [Cue.press(5)])
    let planned = 8 + Double(index)
    #expect(run.light(from: planned - 0.2, to: planned).allSatisfy { $0 < 0 })
  }

  @Test func theDarknessCanBeForgone() {
    let settings = Settings.board {
      $0.isDarkForShutter = false
      $0.countdown = .zero
    }
    #expect(Recording(settings, [Cue.press(5)]).isLit(at: .at(5.01)))
  }

  @Test func theLightIsLitBeforeEveryFlush() {
    let settings = Settings.board {
      $0.count = 3
      $0.interval = .milliseconds(200)
    }
    // The last of three long flushes falls into the dark part of a fault's course.
    let run = Recording(settings, [Cue.press(5), Cue.failed(.broken(.button), at: 7)]) {
      $0.flush = .milliseconds(600)
      $0.openingFailures[.button] = (.broken(.button), 99)
    }
    var isLit = false
    for effect in run.effects {
      if case .output(.light(let on)) = effect { isLit = on }
      if case .photo(.store) = effect { #expect(isLit) }
    }
    #expect(run.stored.count == 3)
  }

  @Test func lightAndBuzzerAreSwitchedBeforeTheWordsThatEndATurn() {
    var steps = Steps()
    steps.announce(.stopping)
    steps.open(.camera)
    steps.report(.info, "Light", .stopping)
    let words = Array(steps.effects.suffix(2))
    steps.show(.light(true))
    steps.show(.buzzer(true))
    #expect(
      steps.effects == [
        .console(.announce(.stopping, to: nil)), .device(.open(.camera)), .output(.light(true)),
        .output(.buzzer(true)),
      ] + words)
  }

  @Test func aFaultIsSoundedOnceHoweverOftenTheDeviceIsTried() {
    let run = Recording([], until: 60) { $0.openingFailures[.camera] = (.busyCamera, 99) }
    #expect(run.times(of: .device(.open(.camera))).count > 4)
    #expect(run.times(of: .output(.buzzer(true))).count == 3)
    #expect(run.announced == ["camera.absent"])
  }

  @Test func anAbsentCameraIsShownAsStarting() {
    let run = Recording([]) { $0.openingFailures[.camera] = (.absentCamera, 99) }
    #expect(run.light(from: 4, to: 8) == [1000, -1000, 1000, -1000])
    #expect(run.times(of: .output(.buzzer(true))).isEmpty)
  }

  @Test func lowStorageIsShownInPlaceOfReady() {
    let run = Recording([]) {
      $0.measurements.space = Space(free: 800_000_000, total: 32_000_000_000)
    }
    #expect(run.light(from: 1, to: 7).contains(500))
    #expect(!run.light(from: 1, to: 15).contains(80))
  }

  @Test func exhaustedStorageIsShownToo() {
    let run = Recording([]) { $0.measurements.space = Space(free: 1, total: 32_000_000_000) }
    #expect(run.light(from: 1, to: 15).contains(500))
    #expect(!run.light(from: 1, to: 15).contains(80))
  }

  @Test func theBuzzerCountsWithTheLightAndSoundsForTheKeptFrame() {
    let run = Recording([Cue.press(5)])
    let on = run.times(of: .output(.buzzer(true)))
    #expect(on.contains(.at(5)))
    #expect(on.contains(.at(6)))
    #expect(on.contains(.at(7)))
    #expect(on.contains(.at(8.02)))
  }

  @Test func aLightThatOpensLaterShowsWhatItShould() {
    let run = Recording([]) {
      $0.openingFailures[.light] = (.broken(.light), 1)
      $0.openingFailures[.camera] = (.absentCamera, 99)
    }
    #expect(run.times(of: .output(.light(true))).contains(.at(2)))
  }
}
