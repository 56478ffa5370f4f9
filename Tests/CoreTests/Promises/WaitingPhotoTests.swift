import Testing

@testable import Core

/// Photos that were taken or promised while a device is away or slow, and what is said to be the cause.
@Suite struct WaitingPhotoTests {
  /// So close together that nothing is written between two photos.
  private let quick = Settings.board { ($0.count, $0.interval) = (3, .milliseconds(200)) }

  @Test func aTakenPhotoDoesNotWaitForTheNextOfACameraThatVanished() throws {
    let run = Recording(quick, [Cue.press(5), Cue.failed(.absentCamera, at: 8.1)]) {
      $0.outages = [.init(.absentCamera, from: 8, to: 99)]
    }
    #expect(run.kept.count == 1)
    #expect(try #require(run.storings.first) < .at(9.2))
  }

  @Test func aTakenPhotoDoesNotWaitForTheNextOfACameraThatHangs() throws {
    let run = Recording(quick, [Cue.press(5)]) { $0.camera.hangsAt = .at(8.1) }
    #expect(try #require(run.storings.first) < .at(9.2))
  }

  @Test func theOthersAreTakenWhenTheCameraIsBack() {
    let run = Recording(quick, [Cue.press(5), Cue.failed(.absentCamera, at: 8.1)]) {
      $0.outages = [.init(.absentCamera, from: 8, to: 9)]
    }
    #expect(run.stored.map(\.planned) == [.at(8), .at(8.2), .at(8.4)])
    #expect(run.reasons.isEmpty)
  }

  @Test(arguments: [5.5, 8, 20])
  func aSlowMediumIsNotBlamedOnTheCamera(flush: Double) {
    let settings = Settings.board { $0.count = 3 }
    let run = Recording(settings, [Cue.press(5)], until: 90) { $0.flush = .seconds(flush) }
    #expect(!run.reasons.contains(Phrase.noFrame.english))
    #expect(run.stored.count + run.reasons.count == 3)
  }

  @Test func aGapThatAnotherFlushMadeIsNotBlamedOnTheCameraEither() {
    let run = Recording([Cue.line("snap --in 1", at: 5, from: 1), Cue.press(8)], until: 40) {
      $0.flush = .seconds(12)
    }
    #expect(!run.reasons.contains(Phrase.noFrame.english))
    #expect(run.stored.count + run.reasons.count == 2)
  }

  @Test func aCameraThatDeliversNothingIsToBlame() {
    let run = Recording([Cue.press(0.5)]) { $0.settling = .seconds(30) }
    #expect(run.reasons == [Phrase.noFrame.english])
  }

  @Test func thoseForWhichThereIsNoRoomInMemorySaySo() {
    let settings = Settings.board { ($0.count, $0.interval) = (6, .milliseconds(200)) }
    let run = Recording(settings, [Cue.press(5)], until: 60) {
      $0.openingTimes[.store] = .seconds(30)
    }
    #expect(run.reasons == [Phrase.noRoomInMemory.english, Phrase.noRoomInMemory.english])
    #expect(run.stored.count == 4)
  }
}

/// Photos that are asked for while the store is still being opened.
@Suite struct OpeningStoreTests {
  private func run(
    _ script: [[Cue]], opensAfter seconds: Double = 6, _ change: (inout Settings) -> Void = { _ in }
  ) -> Recording {
    Recording(.board(change), script) { $0.openingTimes[.store] = .seconds(seconds) }
  }

  @Test(arguments: [
    Cue.press(1), Cue.line("snap", at: 1), Cue.signal(.snap, at: 1),
  ])
  func aPhotoIsCountedDownToAndStoredWhenTheStoreIsOpen(script: [Cue]) {
    let run = run([script])
    #expect(run.stored.map(\.planned) == [.at(4)])
    #expect(run.stored.allSatisfy { $0.actual - .at(4) < .milliseconds(50) })
    #expect(run.storings.allSatisfy { $0 >= .at(6) })
    #expect(run.announced == ["shutter.counting", "photo.stored"])
  }

  @Test func withoutACountdownItIsTakenAtTheEdge() {
    let run = run([Cue.press(1)], opensAfter: 3) { $0.countdown = .zero }
    #expect(run.stored.map(\.planned) == [.at(1)])
    #expect(run.storings.allSatisfy { $0 >= .at(3) })
  }

  @Test func powerOnCountsDownMeanwhile() {
    let run = run([]) { $0.start = .countdown }
    #expect(run.stored.map(\.planned) == [.at(3.1)])
    #expect(!run.announced.contains("store.not-open"))
  }

  @Test func aStoreThatCanNotBeOpenedAfterAllFailsThePhotoWithItsReason() {
    let run = Recording([Cue.press(1), Cue.failed(.broken(.store), at: 6)]) {
      $0.openingTimes[.store] = .seconds(99)
      $0.outages = [.init(.broken(.store), from: 5, to: 99)]
    }
    #expect(run.announced.first == "shutter.counting")
    #expect(run.reasons == [Failure.broken(.store).phrase.english])
    #expect(run.stored.isEmpty)
  }
}
