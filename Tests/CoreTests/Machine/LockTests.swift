import Testing

@testable import Core

/// Photos while another program has the store's database locked.
@Suite struct LockTests {
  private static func locked(_ start: Double, _ end: Double) -> (inout ScriptedWorld) -> Void {
    { $0.locks = [.at(start)..<(.at(end))] }
  }

  @Test func aPhotoIsTriedAgainUntilItIsStored() {
    let run = Recording([Cue.press(5)], in: Self.locked(7, 14))
    #expect(run.storings == [.at(8.02), .at(9.02), .at(11.02), .at(15.02)])
    #expect(Set(run.stored).count == 1)
    #expect(run.announced.contains("photo.stored"))
    #expect(!run.announced.contains("photo.failed"))
    #expect(run.dropped.isEmpty)
  }

  @Test func meanwhileTheLightShowsStoringAndNoFault() {
    let run = Recording([Cue.press(5)], in: Self.locked(7, 14))
    #expect(run.light(from: 8.4, to: 15) == [6600])
    #expect(run.times(of: .device(.open(.store))) == [.at(0)])
    #expect(run.times(of: .device(.close(.store))).isEmpty)
  }

  @Test func aPhotoFailsForGoodWhenThePatienceIsUsedUp() {
    let run = Recording([Cue.press(5)], until: 60, in: Self.locked(7, 50))
    #expect(run.storings == [8, 9, 11, 15, 23, 31, 38].map { .at($0 + 0.02) })
    #expect(run.announcement(of: "photo.failed") == .at(38.02))
    #expect(run.reasons == [Failure.lockedStore.phrase.english])
    #expect(run.dropped == [1])
    #expect(run.times(of: .device(.close(.store))) == [.at(38.02)])
    #expect(run.times(of: .device(.open(.store))) == [.at(0), .at(40.02)])
  }

  @Test func theNextTryRestsUntilItIsDue() {
    let run = Recording([Cue.press(5)], until: 60) {
      Self.locked(7, 50)(&$0)
      $0.camera.hangsAt = .at(9)
      $0.silentStreamCount = 99
    }
    #expect(run.storings.count == 7)
    #expect(run.world.wakes < 1000)
  }

  @Test func aPressMeanwhileIsTakenAtItsOwnTime() {
    let run = Recording([Cue.press(5), Cue.press(8.5)], until: 30, in: Self.locked(7, 13))
    #expect(Set(run.kept.map(\.planned)) == [.at(8), .at(11.5)])
    #expect(run.announced.filter { $0 == "photo.stored" }.count == 2)
  }

  @Test func aSeriesIsCancelledMeanwhileAndWhatWasTakenIsStored() {
    let settings = Settings.board { ($0.count, $0.interval) = (5, .seconds(3)) }
    let run = Recording(settings, [Cue.press(5), Cue.line("cancel", at: 8.5)], until: 30) {
      Self.locked(7, 13)(&$0)
    }
    #expect(run.kept.count == 1)
    #expect(run.announced.contains("shutter.cancelled"))
    #expect(run.announced.contains("photo.stored"))
  }

  @Test func fourPhotosWaitAndAFifthFailsByTheLock() {
    let settings = Settings.board { $0.count = 5 }
    let run = Recording(settings, [Cue.press(5)], until: 60, in: Self.locked(7, 30))
    #expect(run.announced.filter { $0 == "photo.stored" }.count == 4)
    #expect(run.reasons == [Failure.lockedStore.phrase.english])
    #expect(run.announcement(of: "photo.failed") == .at(17))
    #expect(run.stored.suffix(4).map(\.index) == [0, 1, 2, 3])
  }

  @Test func whenThePatienceIsUsedUpEachThatWaitsHasOneTry() {
    let settings = Settings.board { $0.count = 4 }
    let run = Recording(settings, [Cue.press(5)], until: 60, in: Self.locked(7, 90))
    #expect(run.dropped == [1, 2, 3, 4])
    #expect(run.reasons.count == 4)
    #expect(run.storings.count == 7 + 3)
    #expect(run.storings.allSatisfy { $0 <= .at(38.1) })
    #expect(run.times(of: .device(.close(.store))).first.map { $0 <= .at(38.1) } == true)
  }

  @Test func theBoundHoldsForAShutdownToo() {
    let run = Recording([Cue.press(5), Cue.line("shutdown --yes", at: 10)], until: 99) {
      Self.locked(7, 90)(&$0)
    }
    #expect(run.announcement(of: "photo.failed") == .at(38.02))
    #expect(run.machine.isFinished)
    #expect(run.world.now < .at(39))
  }

  @Test func aShutdownWaitsForALockThatEnds() {
    let run = Recording([Cue.press(5), Cue.line("shutdown --yes", at: 10)], until: 99) {
      Self.locked(7, 14)(&$0)
    }
    #expect(run.announced.contains("photo.stored"))
    #expect(run.notes == [.programStopped(isShutdown: true)])
    #expect(run.world.now < .at(15.2))
  }

  @Test func aStoreThatFailsMeanwhileIsOpenedAnewAndThePhotoFails() {
    let run = Recording([Cue.press(5), Cue.failed(.broken(.store), at: 9.5)], until: 30) {
      Self.locked(7, 90)(&$0)
    }
    #expect(run.announcement(of: "photo.failed") == .at(9.5))
    #expect(run.dropped == [1])
    #expect(run.times(of: .device(.open(.store))).contains(.at(11.5)))
  }

  @Test func tidyingThatFindsALockIsNoFault() {
    let run = Recording([Cue.failed(.lockedStore, at: 5)])
    #expect(run.times(of: .device(.close(.store))).isEmpty)
    #expect(run.announced.isEmpty)
  }

  @Test func aStoreThatIsLockedWhenItIsOpenedIsAFault() {
    let run = Recording([]) { $0.openingFailures[.store] = (.lockedStore, 1) }
    #expect(run.announced.contains("store.busy"))
    #expect(run.times(of: .device(.open(.store))) == [.at(0), .at(2)])
  }
}
