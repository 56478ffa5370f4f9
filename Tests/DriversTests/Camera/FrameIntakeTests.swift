import Core
import Glibc
import Testing

@testable import Drivers

@Suite struct FrameIntakeTests {
  private static let damaged: UInt32 = 0x2040
  private static let monotonic: UInt32 = 0x2000
  private static let now = Instant(nanoseconds: 9_000_000_000)

  private func intake(settling count: Int = 0) -> FrameIntake {
    FrameIntake(FrameCheck(isJPEG: false, minimumByteCount: 2), settling: count)
  }

  /// Buffer `number` modulo 6, stamped `number` milliseconds.
  @discardableResult
  private func take(
    _ number: UInt32, _ bytes: [UInt8] = [1, 2], flags: UInt32 = monotonic,
    into intake: inout FrameIntake
  ) -> UInt32? {
    let stamp = timeval(tv_sec: 0, tv_usec: Int(number) * 1000)
    let buffer = DeliveredBuffer(
      index: number % 6, sequence: number, byteCount: bytes.count, flags: flags, stamp: stamp)
    return bytes.withUnsafeBytes { intake.take(buffer, $0, at: Self.now) }
  }

  @Test func aDamagedFrameGoesBackAtOnce() {
    var intake = intake()
    #expect(take(4, flags: Self.damaged, into: &intake) == 4)
    #expect(take(5, [1], into: &intake) == 5)
    let offered = intake.offer()
    #expect(offered == nil)
    #expect(intake.counts.errorFlag == 1)
    #expect(intake.counts.short == 1)
  }

  @Test func aHeldFrameThatIsNoPictureInsideIsCounted() {
    var intake = intake()
    take(1, into: &intake)
    intake.noteUndecodable()
    #expect(intake.counts.undecodable == 1)
    #expect(intake.counts.damaged == 0)
  }

  @Test func theNewestTwoAreHeldAndTheThirdGoesBack() {
    var intake = intake()
    #expect(take(1, into: &intake) == nil)
    #expect(take(2, into: &intake) == nil)
    #expect(take(3, into: &intake) == 1)
    #expect(intake.held.newest?.frame.sequence == 3)
    #expect(intake.held.previous?.frame.sequence == 2)
    #expect(intake.held.entry(2)?.buffer == 2)
    #expect(intake.held.entry(1) == nil)
  }

  @Test func aDamagedFrameDisplacesNothing() {
    var intake = intake()
    for number in 1...2 as ClosedRange<UInt32> { take(number, into: &intake) }
    take(3, flags: Self.damaged, into: &intake)
    #expect(intake.held.newest?.frame.sequence == 2)
    #expect(intake.held.previous?.frame.sequence == 1)
  }

  @Test func aFrameIsOfferedOnceAndWhatItOvertookIsLate() {
    var intake = intake()
    for number in 1...4 as ClosedRange<UInt32> { take(number, into: &intake) }
    let (first, second) = (intake.offer(), intake.offer())
    #expect(first == Frame(sequence: 4, byteCount: 2, stamped: Instant(nanoseconds: 4_000_000)))
    #expect(second == nil)
    #expect(intake.counts.late == 3)
    #expect(intake.counts.held == 1)
  }

  @Test func settlingSkipsValidFramesOnly() {
    var intake = intake(settling: 2)
    #expect(take(0, flags: Self.damaged, into: &intake) == 0)
    #expect(take(1, into: &intake) == 1)
    #expect(take(2, into: &intake) == 2)
    #expect(take(3, into: &intake) == nil)
    #expect(intake.counts.settling == 2)
    let offered = intake.offer()
    #expect(offered?.sequence == 3)
  }

  @Test func everyDeliveredFrameIsCountedOnce() {
    var intake = intake(settling: 1)
    for number in [1, 2, 3, 5, 6] as [UInt32] { take(number, into: &intake) }
    take(9, [], into: &intake)
    take(10, flags: Self.damaged, into: &intake)
    _ = intake.offer()
    let counts = intake.counts
    #expect(counts.delivered == 7)
    #expect(counts.held + counts.late + counts.settling + counts.short + counts.errorFlag == 7)
    #expect(counts.lost == 3)
  }

  @Test func errorsAreToleratedUntilTooManyComeInARow() {
    var intake = intake()
    let tolerated = (0..<FrameIntake.errorLimit).map { _ in intake.toleratesError() }
    #expect(tolerated == [true, true, true, true, true, false])
  }

  @Test func aFrameBetweenErrorsEndsTheRow() {
    var intake = intake()
    for _ in 1..<FrameIntake.errorLimit { _ = intake.toleratesError() }
    take(1, into: &intake)
    let isTolerated = intake.toleratesError()
    #expect(isTolerated)
    #expect(intake.counts.transientErrors == FrameIntake.errorLimit)
  }
}
