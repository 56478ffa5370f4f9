import Testing

@testable import Core

@Suite struct HeartbeatTests {
  @Test func whereNobodyWaitsNoSignIsGiven() {
    var heartbeat = Heartbeat(watchdog: nil)
    #expect(heartbeat.take(.frame, at: .at(100)) == false)
    #expect(heartbeat.take(.durableWrite, at: .at(100)) == false)
    #expect(heartbeat.deadline == nil)
  }

  @Test func aQuarterOfTheManagersPatienceLiesBetweenTwoSigns() {
    var heartbeat = Heartbeat(watchdog: .seconds(8))
    #expect(heartbeat.take(.frame, at: .at(10)) == true)
    #expect(heartbeat.take(.rest, at: .at(11.9)) == false)
    #expect(heartbeat.deadline == .at(12))
    #expect(heartbeat.take(.rest, at: .at(12)) == true)
  }

  @Test func aDurableWriteIsAlwaysTold() {
    var heartbeat = Heartbeat(watchdog: .seconds(8))
    #expect(heartbeat.take(.frame, at: .at(10)) == true)
    #expect(heartbeat.take(.durableWrite, at: .at(10.5)) == true)
    #expect(heartbeat.deadline == .at(12.5))
  }
}
