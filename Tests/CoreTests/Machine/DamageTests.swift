import Testing

@testable import Core

@Suite struct DamageTests {
  /// What a camera tells from 5 s on that sends nothing but damage.
  private let damage = stride(from: 5.0, to: 30, by: 0.5).map {
    Cue(.camera(.frameDamaged), at: .at($0))
  }

  @Test func aPhotoOfDamagedFramesOnlyFailsWithThatReason() {
    let run = Recording([Cue.press(5)]) { $0.damaged = Set(1...200) }
    #expect(run.stored.isEmpty)
    let failed = Phrase.photoFailed(Phrase.onlyDamagedFrames)
    #expect(run.times(of: .console(.announce(failed, to: nil))) == [.at(13)])
  }

  @Test func aFrameThatIsNoPictureIsLeftForALaterOne() {
    let run = Recording([Cue.press(5)]) { $0.damaged = [1, 2] }
    #expect(run.stored.map(\.planned) == [.at(8)])
    #expect(run.stored.map(\.actual) == [run.kept[0].actual + .milliseconds(80)])
    #expect(!run.announced.contains("photo.failed"))
  }

  @Test func aDamagedFrameDoesNotMoveTheRestOfASeries() {
    let settings = Settings.board { $0.count = 3 }
    let run = Recording(settings, [Cue.press(5)]) { $0.damaged = [2, 3] }
    #expect(run.stored.map(\.planned) == [.at(8), .at(9), .at(10)])
  }

  @Test func aPictureThatTheStoreRefusesIsNotTakenAgain() {
    let run = Recording([Cue.press(5)]) { $0.unkept = [1] }
    #expect(run.kept.count == 1)
    #expect(run.announced.contains("photo.failed"))
  }

  @Test func aCameraThatSendsNothingButDamageIsOpenedAgainAndThenAFaultThatSaysSo() {
    let run = Recording([damage]) {
      $0.camera.hangsAt = .at(5)
      $0.silentStreamCount = 99
    }
    #expect(run.times(of: .device(.open(.camera))).prefix(2) == [.at(0), .at(7.02)])
    #expect(run.announcement(of: "camera.damaged") == .at(12.02))
    #expect(!run.announced.contains("camera.silent"))
  }

  @Test func aCameraThatSendsNothingButDamageLeavesAGapByFault() {
    let run = Recording([damage]) { $0.camera.hangsAt = .at(5) }
    #expect(run.gaps.map(\.cause) == [.fault])
  }
}
