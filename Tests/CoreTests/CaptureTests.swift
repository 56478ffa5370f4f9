import Testing

@testable import Core

@Suite struct CaptureTests {
  private var capture = Capture(isConfigured: true)
  private var steps = Steps()
  private let open = Effect.device(.open(.camera))
  private let close = Effect.device(.close(.camera))

  private func opened(_ capture: inout Capture, at seconds: Double = 0) -> Capture.Reception {
    var steps = Steps()
    capture.opened(.lab, at: .at(seconds), &steps)
    let frame = Frame(sequence: 0, byteCount: 10, stamped: .at(seconds))
    return capture.receive(frame, nil, at: .at(seconds), &steps)
  }

  @Test func withoutACameraItIsStopped() {
    #expect(Capture(isConfigured: false).state == .stopped)
  }

  @Test mutating func aFailedCameraIsTriedAgain() {
    capture.failed(.busyCamera, at: .at(0), &steps)
    #expect(capture.state == .faulted(.busyCamera, retryAt: .at(2)))
    #expect(capture.deadline == .at(2))
  }

  @Test mutating func aPauseClosesTheCameraOnceAndOpensItOnce() {
    #expect(opened(&capture) == .photos(isFirst: true))
    capture.pause(for: .lowStorage, &steps)
    capture.pause(for: .lowStorage, &steps)
    #expect(capture.state == .paused(.lowStorage))
    capture.end(.lowStorage, at: .at(1), &steps)
    capture.end(.lowStorage, at: .at(1), &steps)
    #expect(capture.state == .starting)
    #expect(steps.effects == [close, open])
  }

  @Test mutating func aPauseTriesNothing() {
    capture.failed(.busyCamera, at: .at(0), &steps)
    capture.pause(for: .lowStorage, &steps)
    #expect(capture.deadline == nil)
  }

  @Test mutating func itGoesOnWhenTheLastCauseHasEnded() {
    capture.pause(for: .manual, &steps)
    capture.pause(for: .overTemperature, &steps)
    #expect(capture.state == .paused(.overTemperature))
    capture.end(.overTemperature, at: .at(1), &steps)
    #expect(capture.state == .paused(.manual))
    #expect(!steps.effects.contains(open))
    capture.end(.manual, at: .at(2), &steps)
    #expect(steps.effects.contains(open))
  }

  @Test mutating func aFailedLookIsNoFault() {
    capture.pause(for: .idle, &steps)
    capture.look(at: .at(1), &steps)
    capture.failed(.busyCamera, at: .at(1), &steps)
    #expect(capture.state == .paused(.idle))
    #expect(capture.failure == nil)
  }

  @Test func aMissingCameraIsNeitherClosedNorOpened() {
    var capture = Capture(isConfigured: false)
    var steps = Steps()
    capture.pause(for: .lowStorage, &steps)
    capture.end(.lowStorage, at: .at(1), &steps)
    #expect(steps.effects.isEmpty)
  }

  /// What was logged of looks by the camera's own name.
  private func complaints(_ steps: Steps) -> Int {
    steps.effects.filter {
      $0 == .service(.log(.warning, speaker: "Camera", Failure.busyCamera.phrase))
    }.count
  }

  @Test mutating func theSameFailureOfALookIsLoggedOnceAPause() {
    for pause in 1...2 {
      capture.pause(for: .idle, &steps)
      for second in 1...3 {
        capture.look(at: .at(Double(second)), &steps)
        capture.failed(.busyCamera, at: .at(Double(second)), &steps)
      }
      #expect(complaints(steps) == pause)
    }
  }

  @Test mutating func afterALookThatHadItsFrameTheFailureIsNewsAgain() {
    capture.pause(for: .idle, &steps)
    for second in [1.0, 3] {
      capture.look(at: .at(second), &steps)
      capture.failed(.busyCamera, at: .at(second), &steps)
      capture.look(at: .at(second + 1), &steps)
      #expect(opened(&capture, at: second + 1) == .look)
      capture.endLook(&steps)
    }
    #expect(complaints(steps) == 2)
  }

  @Test mutating func aStalledCameraThatIsOpenedAnewHasDeliveredNothing() {
    #expect(opened(&capture) == .photos(isFirst: true))
    capture.judge(at: .at(2), &steps)
    #expect(steps.effects.suffix(2) == [close, open])
    #expect(capture.flow.frames.newest == nil)
  }

  @Test mutating func theFirstAttemptIsAnsweredWhenItHasFailed() {
    #expect(!capture.isAnswered)
    capture.failed(.busyCamera, at: .at(0), &steps)
    #expect(capture.isAnswered)
    _ = capture.expire(&steps)
    #expect(capture.isAnswered)
  }

  @Test mutating func aCameraThatWasPluggedInHasAShortWaitAfterTheNextFailure() {
    for second in 0..<6 { capture.failed(.busyCamera, at: .at(Double(second * 100)), &steps) }
    capture.plugged(at: .at(600))
    _ = capture.expire(&steps)
    capture.failed(.busyCamera, at: .at(601), &steps)
    #expect(capture.deadline == .at(603))
  }
}
