import Testing

@testable import Core

@Suite struct RefusalTests {
  private let nearlyFull = Space(free: 400_000_000, total: 32_000_000_000)

  @Test func aFaultedCameraRefusesWithItsReason() {
    let run = Recording([Cue.press(5.5)]) { $0.openingFailures[.camera] = (.busyCamera, 99) }
    #expect(run.announced == ["camera.absent", "camera.absent"])
    #expect(run.kept.isEmpty)
  }

  @Test func aBoardWithoutACameraRefuses() {
    let run = Recording(.board { $0.roles.remove(.camera) }, [Cue.press(5)])
    #expect(run.announced == ["camera.absent"])
  }

  @Test func aFailedStoreRefusesWithItsReason() {
    let run = Recording([Cue.press(5)]) { $0.openingFailures[.store] = (.fullStore, 99) }
    #expect(run.announced == ["store.full", "store.full"])
    #expect(run.kept.isEmpty)
  }

  @Test func lowStorageRefusesWithItsReason() {
    let space = nearlyFull
    let run = Recording([Cue.press(5)]) { $0.measurements.space = space }
    #expect(run.announced == ["storage.low", "storage.low"])
    #expect(run.kept.isEmpty)
  }

  @Test func aRefusedPressIsShownOnceItsGestureIsKnown() {
    let run = Recording(.board { $0.roles.remove(.camera) }, [Cue.press(5.1)])
    #expect(run.light(from: 5.0, to: 5.55) == [-100, 30, -420])
    #expect(run.light(from: 5.55, to: 8.0) == [500, -200, 500, -200, 500, -550])
  }

  @Test func aThingWithoutSlotsHasNoNextOne() {
    let settings = Settings.board { $0.gestures.doubleClick = .nextSlot }
    let run = Recording(settings, [Cue.press(5), Cue.press(5.3)])
    #expect(run.announced == ["slots.none"])
    #expect(run.showings(of: .refusedSign, by: .light).count == 1)
  }

  @Test func aSignalDuringACountdownIsRefused() {
    let run = Recording([Cue.press(5), Cue.signal(.snap, at: 6)])
    #expect(run.announced.contains("shutter.busy"))
    #expect(run.stored.count == 1)
  }

  @Test func aRefusedLineIsShownToo() {
    let run = Recording(.board { $0.roles.remove(.camera) }, [Cue.line("snap", at: 5)])
    #expect(run.showings(of: .refusedSign, by: .light).count == 1)
    #expect(run.said() == [Phrase.cameraAbsent.english])
  }

  @Test func aPressIsRefusedAlsoAfterAGestureThatAskedForSomethingElse() {
    let settings = Settings.board { $0.gestures.doubleClick = .nextSlot }
    let script = [
      Cue.press(5), Cue.press(5.3), Cue.failed(.busyCamera, at: 8), Cue.press(9),
    ]
    let run = Recording(settings, script) {
      $0.outages = [.init(.busyCamera, from: 8, to: 99)]
    }
    #expect(run.announced == ["slots.none", "camera.absent", "camera.absent"])
  }
}
