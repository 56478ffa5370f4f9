import Testing

@testable import Core

@Suite struct FaultTests {
  @Test func aDeviceIsTriedAgainLaterAndLater() {
    let run = Recording([], until: 70) { $0.openingFailures[.camera] = (.busyCamera, 99) }
    #expect(run.times(of: .device(.open(.camera))) == [0, 2, 6, 14, 30, 60].map { .at($0) })
  }

  @Test func aFailureIsReportedOnce() {
    let run = Recording([], until: 70) { $0.openingFailures[.button] = (.broken(.button), 5) }
    #expect(run.announced == ["test.broken"])
    #expect(run.times(of: .device(.open(.button))).count == 6)
  }

  @Test func aCameraThatComesBackTakesThePhotoThatWaits() {
    let run = Recording([Cue.press(5), Cue.failed(.busyCamera, at: 7)])
    #expect(run.stored.map(\.planned) == [.at(8)])
    #expect(run.stored.map(\.actual) == [.at(9.1)])
  }

  @Test func aFrameOfAClosedCameraIsNotBelieved() {
    let late = [Cue(.camera(.frame(.at(7.01, 9), previous: nil)), at: .at(7.01))]
    let run = Recording([Cue.failed(.busyCamera, at: 7), late], until: 8)
    #expect(run.lastAtWork.capture.failure == .busyCamera)
  }

  @Test func aButtonThatBreaksWhileItIsHeldDoesNotShutDown() {
    let run = Recording([[Cue.press(5)[0]], Cue.failed(.broken(.button), at: 5.5)])
    #expect(!run.announced.contains("machine.shutdown-by-button"))
    #expect(run.world.now == .at(20))
    #expect(run.kept.isEmpty)
  }

  @Test func aButtonThatCameBackIsListenedTo() {
    let run = Recording([
      [Cue.press(5)[0]], Cue.failed(.broken(.button), at: 5.5), Cue.press(9),
    ])
    #expect(run.stored.map(\.planned) == [.at(12)])
  }

  @Test func anAccelerometerThatOpensButDoesNotAnswerIsLeftAloneForLongerAndLonger() {
    let settings = Settings.board { $0.roles.insert(.accelerometer) }
    let run = Recording(settings, [], until: 29) { $0.unusable = [.accelerometer] }
    #expect(run.times(of: .accelerometer(.sample)) == [0.1, 2.2, 6.3, 14.4].map { .at($0) })
    #expect(run.announced == ["test.broken"])
  }

  @Test func anAccelerometerThatJustWokeIsNotAskedAtOnce() {
    let settings = Settings.board { $0.roles.insert(.accelerometer) }
    let run = Recording(settings, [], until: 1)
    #expect(run.times(of: .accelerometer(.sample)).first == .at(0.1))
  }

  @Test func anAccelerometerIsReadTenTimesASecond() {
    let settings = Settings.board { $0.roles.insert(.accelerometer) }
    let run = Recording(settings, [])
    #expect(
      run.times(of: .accelerometer(.sample)).filter { $0 >= .at(5) && $0 < .at(6) }.count == 10)
    #expect(run.machine.accelerometer.acceleration == Acceleration(x: 0, y: 0, z: 1000))
  }

  @Test func aFailedAccelerometerHasNoReading() {
    let settings = Settings.board { $0.roles.insert(.accelerometer) }
    let run = Recording(settings, [Cue.failed(.broken(.accelerometer), at: 18.55)])
    #expect(run.machine.accelerometer.acceleration == nil)
    #expect(run.times(of: .accelerometer(.sample)).allSatisfy { $0 < .at(18.55) })
  }
}
