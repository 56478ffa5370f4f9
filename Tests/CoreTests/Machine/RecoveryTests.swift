import Testing

@testable import Core

@Suite struct RecoveryTests {
  private let silent = Failure(.camera, .cameraSilent("/dev/video0"))

  @Test func aCameraThatFallsSilentIsClosedAndOpenedAgain() {
    let run = Recording([]) { $0.camera.hangsAt = .at(5) }
    #expect(run.times(of: .device(.close(.camera))) == [.at(7.02)])
    #expect(run.times(of: .device(.open(.camera))) == [.at(0), .at(7.02)])
    #expect(run.lastAtWork.capture.state == .running)
    #expect(!run.announced.contains("camera.silent"))
  }

  @Test func aCameraThatStaysSilentIsAFaultAndTriedAgainLaterAndLater() {
    let run = Recording([], until: 50) {
      $0.camera.hangsAt = .at(5)
      $0.silentStreamCount = 99
    }
    #expect(run.announcement(of: "camera.silent") == .at(12.02))
    #expect(run.announced.filter { $0 == "camera.silent" }.count == 1)
    #expect(
      run.times(of: .device(.open(.camera))) == [0, 7.02, 14.02, 23.02, 36.02].map { .at($0) })
    #expect(run.lastAtWork.capture.failure == silent)
  }

  @Test func aSilentCameraTakesThePhotoThatWaitsWhenItDeliversAgain() {
    let run = Recording([Cue.press(3.5)]) { $0.camera.hangsAt = .at(5) }
    #expect(run.stored.map(\.planned) == [.at(6.5)])
    #expect(run.stored.map(\.actual) == [.at(7.12)])
  }

  @Test func aLoopThatWasAwayTakesNoCameraForSilent() {
    let run = Recording([Cue.press(5)]) { $0.flush = .seconds(9) }
    #expect(run.stored.count == 1)
    #expect(run.times(of: .device(.open(.camera))) == [.at(0)])
  }

  @Test func aCameraThatIsClosedCannotStall() {
    let run = Recording([Cue.failed(.busyCamera, at: 7)])
    #expect(run.times(of: .device(.open(.camera))) == [.at(0), .at(9)])
  }

  @Test func aPausedCameraDoesNotStall() {
    let run = Recording([]) { $0.measurements.space = Space(free: 1, total: 32_000_000_000) }
    #expect(run.times(of: .device(.open(.camera))) == [.at(0)])
  }

  @Test func aPluggedCameraIsOpenedSoonInsteadOfAfterItsWait() {
    let run = Recording([[Cue(.device(.plugged(.camera)), at: .at(20))]], until: 28) {
      $0.openingFailures[.camera] = (.absentCamera, 4)
    }
    #expect(run.times(of: .device(.open(.camera))) == [0, 2, 6, 14, 21].map { .at($0) })
    #expect(run.lastAtWork.capture.state == .running)
  }

  @Test func aPlugOfAnotherRoleChangesNothing() {
    let run = Recording([[Cue(.device(.plugged(.button)), at: .at(20))]], until: 29) {
      $0.openingFailures[.camera] = (.absentCamera, 4)
    }
    #expect(run.times(of: .device(.open(.camera))) == [0, 2, 6, 14].map { .at($0) })
    #expect(run.times(of: .device(.open(.button))) == [.at(0)])
  }

  @Test func aPluggedButtonIsListenedToSoon() {
    let run = Recording([[Cue(.device(.plugged(.button)), at: .at(4))], Cue.press(6)]) {
      $0.openingFailures[.button] = (.broken(.button), 2)
    }
    #expect(run.times(of: .device(.open(.button))) == [0, 2, 5].map { .at($0) })
    #expect(run.stored.map(\.planned) == [.at(9)])
  }

  @Test func aPausedCameraIsNotOpenedByAPlug() {
    let run = Recording([[Cue(.device(.plugged(.camera)), at: .at(5))]], until: 8) {
      $0.measurements.space = Space(free: 1, total: 32_000_000_000)
    }
    #expect(run.times(of: .device(.open(.camera))) == [.at(0)])
  }
}
