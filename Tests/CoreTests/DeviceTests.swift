import Testing

@testable import Core

@Suite struct DeviceTests {
  private var device = Device(.button, isConfigured: true)
  private let failure = Failure.broken(.button)

  @Test func anAbsentDeviceNeitherFailsNorWorks() {
    var absent = Device(.button, isConfigured: false)
    #expect(absent.fails(failure, now: .at(0)) == false)
    #expect(absent.works() == false)
    absent.retries()
    #expect(absent.state == .absent)
  }

  @Test mutating func aFailureIsNewsOnceUntilTheDeviceHasWorked() {
    #expect(device.fails(failure, now: .at(0)) == true)
    device.retries()
    #expect(device.fails(failure, now: .at(2)) == false)
    device.retries()
    #expect(device.works() == true)
    #expect(device.fails(failure, now: .at(10)) == true)
  }

  @Test mutating func anotherFailureIsNews() {
    _ = device.fails(failure, now: .at(0))
    device.retries()
    #expect(
      device.fails(Failure(.button, Phrase("test.else", "Something else.")), now: .at(2)) == true)
  }

  @Test mutating func aFailureLastsUntilTheDeviceWorksAgain() {
    _ = device.fails(failure, now: .at(0))
    device.retries()
    #expect(device.failure == failure)
    _ = device.works()
    #expect(device.failure == nil)
  }

  @Test mutating func theWaitGrowsWithEachFailureInARow() {
    _ = device.fails(failure, now: .at(0))
    #expect(device.deadline == .at(2))
    device.retries()
    #expect(device.deadline == nil)
    _ = device.fails(failure, now: .at(2))
    #expect(device.deadline == .at(6))
  }

  @Test mutating func twoFailuresAtOnceAreOneToWaitFor() {
    _ = device.fails(failure, now: .at(0))
    _ = device.fails(failure, now: .at(0.1))
    #expect(device.deadline == .at(2))
  }

  @Test mutating func afterWorkingTheWaitIsShortAgain() {
    _ = device.fails(failure, now: .at(0))
    device.retries()
    _ = device.works()
    _ = device.fails(failure, now: .at(5))
    #expect(device.deadline == .at(7))
  }

  @Test mutating func workingIsNewsOnce() {
    #expect(device.works() == true)
    #expect(device.works() == false)
  }

  @Test mutating func aPluggedDeviceIsTriedSoon() {
    _ = device.fails(failure, now: .at(0))
    device.retries()
    _ = device.fails(failure, now: .at(2))
    device.plugged(now: .at(4))
    #expect(device.deadline == .at(5))
    device.retries()
    _ = device.fails(failure, now: .at(5))
    #expect(device.deadline == .at(7))
  }

  @Test mutating func newsNeverPutATryOff() {
    _ = device.fails(failure, now: .at(0))
    device.plugged(now: .at(1.9))
    #expect(device.deadline == .at(2))
  }

  @Test mutating func newsThatComeOfATryItselfDoNotMakeItSpin() {
    _ = device.fails(failure, now: .at(0))
    device.plugged(now: .at(0.01))
    #expect(device.deadline == .at(1.01))
  }

  @Test mutating func aDeviceThatHasNotFailedIsLeftAlone() {
    device.plugged(now: .at(1))
    #expect(device.state == .opening(after: nil))
    _ = device.works()
    device.plugged(now: .at(1))
    #expect(device.state == .working)
  }
}

@Suite struct BackoffTests {
  private var backoff = Backoff()

  @Test mutating func theWaitDoublesUpToHalfAMinute() {
    let waits = (1...6).map { _ in backoff.next() }
    #expect(waits == [2, 4, 8, 16, 30, 30].map { .seconds($0) })
  }

  @Test mutating func successMakesItShortAgain() {
    _ = backoff.next()
    backoff.reset()
    #expect(backoff.next() == .seconds(2))
  }
}
