import Core
import Testing

@testable import VirtualDevices

@Suite struct VirtualAccelerometerTests {
  private func accelerometer(_ sensing: Sensing) throws -> VirtualAccelerometer {
    var accelerometer = VirtualAccelerometer(RandomGenerator(seed: 1))
    accelerometer.sensing = sensing
    let opened = try accelerometer.open()
    #expect(opened == sensing)
    return accelerometer
  }

  @Test func oneThatIsPolledReportsNothingItself() throws {
    var accelerometer = try accelerometer(Sensing(by: .polling))
    try accelerometer.setPace(.paused)
    accelerometer.isShaken = true
    let jolts = accelerometer.jolts()
    #expect(!jolts)
  }

  @Test func oneThatHasGoneReportsNothing() throws {
    var accelerometer = try accelerometer(Sensing(by: .polling, hasEvents: true))
    try accelerometer.setPace(.paused)
    accelerometer.isShaken = true
    accelerometer.failure = .brokenAccelerometer
    let jolts = accelerometer.jolts()
    #expect(!jolts)
  }

  @Test func itReportsMovementOnceAPause() throws {
    var accelerometer = try accelerometer(Sensing(by: .polling, hasEvents: true))
    accelerometer.isShaken = true
    let running = accelerometer.jolts()
    try accelerometer.setPace(.paused)
    let paused = [accelerometer.jolts(), accelerometer.jolts()]
    #expect(!running)
    #expect(paused == [true, false])
  }
}
