import Testing

@testable import Core

@Suite struct StatusLineTests {
  private let ready = Condition(situation: .ready, pause: nil, failure: nil)
  private let storing = Condition(situation: .storing, pause: nil, failure: nil)

  @Test func theSameConditionIsNoNews() {
    var line = StatusLine()
    #expect(line.update(ready, at: .at(1)) == Phrase.serviceState(Situation.ready.word))
    #expect(line.update(ready, at: .at(5)) == nil)
    #expect(line.deadline == nil)
  }

  @Test func aSecondLineWaitsUntilTheFirstCouldBeRead() {
    var line = StatusLine()
    _ = line.update(ready, at: .at(1))
    #expect(line.update(storing, at: .at(1.2)) == nil)
    #expect(line.deadline == .at(2))
    #expect(line.due(at: .at(2)) == Phrase.serviceState(Situation.storing.word))
    #expect(line.deadline == nil)
  }

  @Test func whatIsOverBeforeItIsToldIsNotTold() {
    var line = StatusLine()
    _ = line.update(ready, at: .at(1))
    _ = line.update(storing, at: .at(1.2))
    _ = line.update(ready, at: .at(1.4))
    #expect(line.due(at: .at(2)) == nil)
    #expect(line.deadline == nil)
  }

  @Test func eachOfTwoCountdownsIsTheSameLine() {
    var line = StatusLine()
    let countdowns = [Instant.at(4), .at(9)].map {
      Condition(situation: .counting(until: $0), pause: nil, failure: nil)
    }
    #expect(
      line.update(countdowns[0], at: .at(1))
        == Phrase.serviceState(countdowns[0].situation.word))
    #expect(line.update(countdowns[1], at: .at(6)) == nil)
    #expect(line.deadline == nil)
  }

  @Test func aFaultIsToldInItsOwnSentence() {
    let condition = Condition(situation: .fault, pause: nil, failure: .busyCamera)
    #expect(condition.phrase == Failure.busyCamera.phrase)
  }

  @Test func aPauseIsToldWithItsCause() {
    let condition = Condition(situation: .storageLow, pause: .lowStorage, failure: nil)
    #expect(
      condition.phrase
        == Phrase.servicePaused(
          Situation.storageLow.word, Capture.PauseCause.lowStorage.word))
  }
}

@Suite struct HeartbeatTests {
  @Test func whereNobodyWaitsNoSignIsGiven() {
    var heartbeat = Heartbeat(watchdog: nil)
    #expect(heartbeat.receive(.frame, at: .at(100)) == false)
    #expect(heartbeat.receive(.durableWrite, at: .at(100)) == false)
    #expect(heartbeat.deadline == nil)
  }

  @Test func aQuarterOfTheManagersPatienceLiesBetweenTwoSigns() {
    var heartbeat = Heartbeat(watchdog: .seconds(8))
    #expect(heartbeat.receive(.frame, at: .at(10)) == true)
    #expect(heartbeat.receive(.rest, at: .at(11.9)) == false)
    #expect(heartbeat.deadline == .at(12))
    #expect(heartbeat.receive(.rest, at: .at(12)) == true)
  }

  @Test func aDurableWriteIsAlwaysTold() {
    var heartbeat = Heartbeat(watchdog: .seconds(8))
    #expect(heartbeat.receive(.frame, at: .at(10)) == true)
    #expect(heartbeat.receive(.durableWrite, at: .at(10.5)) == true)
    #expect(heartbeat.deadline == .at(12.5))
  }
}
