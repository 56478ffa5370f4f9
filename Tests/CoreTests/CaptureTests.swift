import Testing

@testable import Core

@Suite struct CaptureTests {
  private var capture = Capture(isConfigured: true)

  @Test func withoutACameraItIsStopped() {
    #expect(Capture(isConfigured: false).state == .stopped)
  }

  @Test mutating func aFailedCameraIsTriedAgain() {
    _ = capture.device.fails(.busyCamera, now: .at(0))
    #expect(capture.state == .faulted(.busyCamera, retryAt: .at(2)))
    #expect(capture.deadline == .at(2))
  }

  @Test mutating func aPauseClosesTheCameraOnceAndOpensItOnce() {
    _ = capture.device.works()
    #expect(capture.pause(for: .lowStorage) == true)
    #expect(capture.pause(for: .lowStorage) == false)
    #expect(capture.state == .paused(.lowStorage))
    #expect(capture.resume(from: .lowStorage) == true)
    #expect(capture.resume(from: .lowStorage) == false)
    #expect(capture.state == .starting)
  }

  @Test mutating func aPauseTriesNothing() {
    _ = capture.device.fails(.busyCamera, now: .at(0))
    _ = capture.pause(for: .lowStorage)
    #expect(capture.deadline == nil)
  }

  @Test func aMissingCameraIsNeitherClosedNorOpened() {
    var capture = Capture(isConfigured: false)
    #expect(capture.pause(for: .lowStorage) == false)
    #expect(capture.resume(from: .lowStorage) == false)
  }
}
