import Testing

@testable import Core

@Suite struct AccelerometerWatchTests {
  @Test func statusHasEachAxisInItsPlace() {
    var watch = AccelerometerWatch()
    watch.opened(Sensing(by: .polling, hasEvents: false), at: .at(0))
    _ = watch.receive(Acceleration(x: -12, y: 34, z: 987), .relative, at: .at(1))
    #expect(watch.status.json.text == #"{"x_mg":-12,"y_mg":34,"z_mg":987}"#)
    #expect(watch.status.sentences == [Phrase.statusAcceleration("-0.012", "0.034", "0.987")])
  }
}
