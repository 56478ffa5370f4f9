import Testing

@testable import Core

@Suite struct CameraConsoleTests {
  private let setting = Effect.camera(.answer(.set("gain 3"), to: SessionID(number: 1)))

  @Test func aControlIsNotSetDuringACountdown() {
    let run = Recording([Cue.press(5), Cue.line("camera set gain 3", at: 6)])
    #expect(run.said() == ["Busy: counting, 2.0 s left; \"cancel\" ends it."])
    #expect(run.times(of: setting).isEmpty)
    #expect(run.answered() == 1)
  }

  @Test func aControlIsNotSetByAConsoleThatMayOnlyRead() {
    let run = Recording([Cue.line("camera set gain 3", at: 5, from: 1, .status)])
    #expect(run.said() == [Phrase.consoleStatusOnly.english])
    #expect(run.times(of: setting).isEmpty)
  }

  @Test func aControlIsNotSetWithoutACamera() {
    let run = Recording(.board { $0.roles.remove(.camera) }, [Cue.line("camera set gain 3", at: 5)])
    #expect(run.said() == [Phrase.cameraAbsent.english])
    #expect(run.answered() == 1)
  }

  @Test func settingAControlIsTheDriversBusiness() {
    let run = Recording([Cue.line("camera set gain 3", at: 5)])
    #expect(run.times(of: setting) == [.at(5)])
    #expect(run.answered() == 1)
  }

  @Test func controlsAreListedDuringACountdown() {
    let run = Recording([Cue.press(5), Cue.line("camera controls --json", at: 6)])
    let listing = Effect.camera(.answer(.controls(json: true), to: SessionID(number: 1)))
    #expect(run.times(of: listing) == [.at(6)])
    #expect(run.stored.count == 1)
  }

  @Test func theCameraIsNamedWithItsMode() {
    let sentence = Recording([Cue.line("camera", at: 5)]).said().first
    #expect(
      sentence
        == "The camera is /dev/video0, Lab camera, and delivers MJPG 1280×720 at 25 frames per second."
    )
  }

  @Test func aClosedCameraIsSaidToBeClosed() {
    let run = Recording([Cue.line("camera", at: 0.5)]) {
      $0.openingFailures[.camera] = (.broken(.camera), 9)
    }
    #expect(run.said() == ["The camera is closed; capture is faulted."])
    #expect(run.answered() == 1)
  }
}
