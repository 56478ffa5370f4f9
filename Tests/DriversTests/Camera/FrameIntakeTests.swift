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
  ) -> FrameIntake.Outcome {
    let stamp = timeval(tv_sec: 0, tv_usec: Int(number) * 1000)
    let buffer = DeliveredBuffer(
      index: number % 6, sequence: number, byteCount: bytes.count, flags: flags, stamp: stamp)
    return bytes.withUnsafeBytes { intake.take(buffer, $0, at: Self.now) }
  }

  @Test func aDamagedFrameGoesBackAtOnce() {
    var intake = intake()
    let damaged = take(4, flags: Self.damaged, into: &intake)
    let short = take(5, [1], into: &intake)
    #expect([damaged.released, short.released] == [4, 5])
    #expect([damaged.frame, short.frame] == [nil, nil])
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
    let released = (1...3).map { take($0, into: &intake).released }
    #expect(released == [nil, nil, 1])
    #expect(intake.held.newest?.frame.sequence == 3)
    #expect(intake.held.previous?.frame.sequence == 2)
    #expect(intake.held.entry(2)?.buffer == 2)
    #expect(intake.held.entry(1) == nil)
  }

  @Test func whatWasLetGoIsNotDisplacedAgain() {
    var intake = intake()
    take(1, into: &intake)
    take(2, into: &intake)
    let first = intake.release()
    let released = take(3, into: &intake).released
    #expect([first, released] == [1, nil])
  }

  @Test func aDamagedFrameDisplacesNothing() {
    var intake = intake()
    for number in 1...2 as ClosedRange<UInt32> { take(number, into: &intake) }
    take(3, flags: Self.damaged, into: &intake)
    #expect(intake.held.newest?.frame.sequence == 2)
    #expect(intake.held.previous?.frame.sequence == 1)
  }

  @Test func everyValidFrameIsOffered() {
    var intake = intake()
    let stamps = (1...4).map { take($0, into: &intake).frame?.stamped.nanoseconds }
    #expect(stamps == [1_000_000, 2_000_000, 3_000_000, 4_000_000])
    #expect(intake.counts.held == 4)
  }

  @Test func settlingSkipsValidFramesOnly() {
    var intake = intake(settling: 2)
    let damaged = take(0, flags: Self.damaged, into: &intake)
    let outcomes = (1...3).map { take($0, into: &intake) }
    #expect(damaged.released == 0)
    #expect(outcomes.map(\.released) == [1, 2, nil])
    #expect(intake.counts.settling == 2)
    #expect(outcomes.map(\.frame?.sequence) == [nil, nil, 3])
  }

  @Test func everyDeliveredFrameIsCountedOnce() {
    var intake = intake(settling: 1)
    for number in [1, 2, 3, 5, 6] as [UInt32] { take(number, into: &intake) }
    take(9, [], into: &intake)
    take(10, flags: Self.damaged, into: &intake)
    let counts = intake.counts
    #expect(counts.delivered == 7)
    #expect(counts.held + counts.settling + counts.short + counts.errorFlag == 7)
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
