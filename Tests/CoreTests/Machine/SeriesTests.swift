import Testing

@testable import Core

@Suite struct SeriesTests {
  private let three = Settings.board { $0.count = 3 }

  @Test func thePlanFollowsFromTheFirstEdge() {
    let run = Recording(three, [Cue.press(5)])
    #expect(run.stored.map(\.planned) == [.at(8), .at(9), .at(10)])
    #expect(run.stored.map(\.index) == [0, 1, 2])
  }

  @Test func theStoredSignIsShownOnceAfterTheLast() {
    let run = Recording(three, [Cue.press(5)])
    let stored = run.world.log.filter { entry in
      if case .photo(.store) = entry.effect { true } else { false }
    }
    #expect(run.light(from: 10.3, to: 10.9) == [-170, 80, -200, 80, -70])
    #expect(stored.count == 3)
    #expect(!run.light(from: 8.3, to: 9.8).contains(80))
  }

  @Test func aCancelledSeriesKeepsWhatIsStored() {
    let run = Recording(three, [Cue.press(5), Cue.press(8.3)])
    #expect(run.stored.map(\.index) == [0])
    #expect(run.announced.suffix(2) == ["photo.stored", "shutter.cancelled"])
    #expect(run.dropped.isEmpty)
  }

  @Test func aPhotoIsWrittenBetweenTwoOnlyIfTheMediumWillBeDone() {
    let settings = Settings.board {
      $0.count = 3
      $0.interval = .milliseconds(200)
    }
    let run = Recording(settings, [Cue.press(5)])
    #expect(run.stored.count == 3)
    #expect(run.times(of: .photo(.store(run.stored[0]))).allSatisfy { $0 > .at(8.4) })
  }

  @Test func fourPhotosWaitForASlowMedium() {
    let settings = Settings.board {
      $0.count = 6
      $0.interval = .milliseconds(200)
    }
    let run = Recording(settings, [Cue.press(5)]) { $0.flush = .milliseconds(150) }
    let fourth = run.world.log.first { $0.effect == .photo(.keep(run.kept[3])) }
    #expect(run.times(of: .photo(.store(run.stored[0]))) == [fourth.map(\.at)].compactMap { $0 })
    #expect(run.stored.count == 6)
  }

  @Test func aMissedPhotoDoesNotEndTheSeries() {
    let settings = Settings.board {
      $0.count = 2
      $0.interval = .seconds(8)
    }
    let run = Recording(settings, [Cue.press(5), Cue.failed(.busyCamera, at: 7)], until: 30) {
      $0.settling = .seconds(5)
    }
    #expect(run.announced.contains("photo.failed"))
    #expect(run.stored.map(\.planned) == [.at(16)])
  }
}
