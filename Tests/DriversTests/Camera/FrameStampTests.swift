import Core
import Glibc
import Testing

@testable import Drivers

@Suite struct FrameStampTests {
  private let now = Instant(nanoseconds: 5_000_000_000)
  private let stamp = timeval(tv_sec: 4, tv_usec: 900_001)

  @Test(arguments: [0x0, 0x4000, 0x1_0000] as [UInt32])
  func aStampOfAnotherClockGivesWayToTheMomentOfTaking(flags: UInt32) {
    #expect(FrameStamp.instant(of: stamp, flags: flags, dequeued: now) == now)
  }

  @Test func aMonotonicStampIsBelieved() {
    let stamped = FrameStamp.instant(of: stamp, flags: 0x1_2001, dequeued: now)
    #expect(stamped == Instant(nanoseconds: 4_900_001_000))
  }

  @Test func noFrameIsFromTheFuture() {
    let ahead = timeval(tv_sec: 5, tv_usec: 1)
    #expect(FrameStamp.instant(of: ahead, flags: 0x2000, dequeued: now) == now)
  }
}
