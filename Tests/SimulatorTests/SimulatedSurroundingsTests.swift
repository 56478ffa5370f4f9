import Core
import Testing

@testable import Simulator

@Suite struct VirtualCalendarTests {
  private let start = Instant.zero + .seconds(100)

  @Test func nothingIsKnownOfAClockThatNobodyVouchesFor() {
    let calendar = VirtualCalendar(1_790_000_000, at: start, isVouchedFor: false)
    #expect(calendar.wall(at: start) == .unset)
  }

  @Test func aDateFromBeforeTheProgramIsNotBelieved() {
    let calendar = VirtualCalendar(1_474_424_000, at: start, isVouchedFor: true)
    #expect(calendar.wall(at: start) == .unset)
  }

  @Test func itGoesOnWithTheMonotonicClockUntilItIsSet() {
    let calendar = VirtualCalendar(1_790_000_000, at: start, isVouchedFor: true)
    #expect(calendar.wall(at: start + .seconds(5)) == .synchronised(1_790_000_005_000_000))
    calendar.set(2_105_576_000, at: start + .seconds(9), isVouchedFor: true)
    #expect(calendar.wall(at: start + .seconds(5)) == .synchronised(2_105_575_996_000_000))
  }
}
