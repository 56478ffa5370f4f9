import Testing

@testable import Core

@Suite struct StorageRoomTests {
  private var room = StorageRoom(floor: 100)

  @Test(arguments: [
    ([99], StorageRoom.Level.exhausted), ([100], .low), ([199], .low), ([200], .ample),
    ([99, 119], .exhausted), ([99, 120], .low), ([99, 500], .ample), ([150, 110], .low),
  ])
  mutating func roomIsJudgedByTheFloor(measured: [Int], expected: StorageRoom.Level) {
    for bytes in measured { room.measured(Space(free: bytes, total: 10_000), at: .at(0)) }
    #expect(room.level == expected)
  }

  @Test(arguments: [
    (1_000_000_000, 100_000_000), (5_000_000_000, 500_000_000), (1 << 40, 500_000_000),
  ])
  func theFloorIsATenthAndAtMostHalfAGigabyte(total: Int, floor: Int) {
    #expect(StorageRoom(floor: nil).floor(total: total) == floor)
  }

  @Test mutating func roomThatCannotBeMeasuredIsUnknown() {
    #expect(room.level == .unknown)
    room.measured(Space(free: 500, total: 10_000), at: .at(0))
    room.measured(nil, at: .at(0))
    #expect(room.level == .unknown)
  }

  @Test mutating func exhaustedRoomStaysSoUntilItIsMeasured() {
    room.measured(Space(free: 50, total: 10_000), at: .at(0))
    room.measured(nil, at: .at(0))
    #expect(room.level == .exhausted)
  }

  @Test mutating func itIsMeasuredMoreOftenWhileCaptureWaitsForIt() {
    room.schedule(at: .at(5))
    room.measured(Space(free: 50, total: 10_000), at: .at(6))
    #expect(room.deadline == .at(16))
    room.schedule(at: .at(16))
    #expect(room.deadline == .at(26))
  }

  @Test mutating func aMeasurementInBetweenDoesNotPutTheNextOff() {
    room.schedule(at: .at(5))
    room.measured(Space(free: 5000, total: 10_000), at: .at(6))
    #expect(room.deadline == .at(65))
  }

  @Test mutating func itIsMeasuredOnceAMinute() {
    room.schedule(at: .at(5))
    #expect(room.deadline == .at(65))
  }
}
