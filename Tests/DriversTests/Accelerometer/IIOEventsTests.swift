import Core
import Glibc
import Testing

@testable import Drivers

@Suite struct IIOEventsTests {
  private let sensor: SensorTree

  init() throws { sensor = try SensorTree() }

  private var refusal: Phrase? {
    failure { () throws(Failure) in
      _ = try IIOEvents(of: sensor.device, nodes: sensor.nodes).descriptor
    }?.phrase
  }

  @Test func aDriverWithoutEventsThatTellMovementSaysSo() throws {
    try sensor.tree.add("iio:device0/events", ["in_accel_x_thresh_falling_en": "0"])
    #expect(refusal == Phrase.eventsAbsent)
  }

  @Test func aNodeThatHasNoEventsIsNamedWithTheReason() throws {
    try sensor.tree.add("iio:device0/events", ["in_accel_x_roc_rising_en": "0"])
    let reason = "IIO_GET_EVENT_FD: Inappropriate ioctl for device"
    #expect(refusal == Phrase.eventsRefused(reason))
  }

  @Test func whatIsMeasuredCountsAlongAnAxisOrAsAWhole() {
    #expect(IIOEvents.strength(of: [-3, 4, 0], along: 0) == 3)
    #expect(IIOEvents.strength(of: [-3, 4, 0], along: nil) == 5)
  }

  @Test func theWaysOfADeviceAreNamedTheBestFirst() throws {
    #expect(sensor.device.ways == ["buffer", "polling"])
    try sensor.tree.add("iio:device0/events", ["in_accel_x_roc_rising_en": "0"])
    #expect(sensor.device.ways == ["events", "buffer", "polling"])
    sensor.remove("buffer0")
    #expect(sensor.device.ways == ["events", "polling"])
    sensor.remove("in_accel_x_raw")
    #expect(sensor.device.ways == [])
  }
}
