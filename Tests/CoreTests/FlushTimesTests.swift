import Testing

@testable import Core

@Suite struct FlushTimesTests {
  private var times = FlushTimes()

  @Test func anUnknownMediumIsTakenForASlowOne() {
    #expect(times.p99 == .milliseconds(250))
  }

  @Test mutating func oneMeasurementIsBelieved() {
    times.record(.milliseconds(7))
    #expect(times.p99 == .milliseconds(7))
  }

  @Test mutating func oneOfAHundredMayTakeLonger() {
    for milliseconds in 1...99 { times.record(.milliseconds(milliseconds)) }
    times.record(.seconds(9))
    #expect(times.p99 == .milliseconds(99))
  }

  @Test mutating func twoOfAHundredMayNot() {
    for _ in 1...98 { times.record(.milliseconds(1)) }
    for _ in 1...2 { times.record(.seconds(9)) }
    #expect(times.p99 == .seconds(9))
  }

  @Test mutating func theOldestIsForgotten() {
    for _ in 1...100 { times.record(.seconds(9)) }
    for _ in 1...100 { times.record(.milliseconds(1)) }
    #expect(times.p99 == .milliseconds(1))
  }
}
