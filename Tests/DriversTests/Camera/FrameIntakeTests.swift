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

  @Test func aPictureThatTurnsOutToBeNoneEndsTheHoldingOfThoseWithoutAnEnd() {
    var intake = FrameIntake(.jpeg, settling: 0)
    let frame = Array(testPicture().dropLast(2))
    for number in 1...6 as ClosedRange<UInt32> { take(number, frame, into: &intake) }
    #expect(intake.counts.held == 2)
    intake.noteUndecodable()
    take(7, frame, into: &intake)
    #expect(intake.counts.held == 2)
    #expect(intake.counts.badEnd == 5)
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

@Suite struct FrameEndsTests {
  private static let end: [UInt8] = [0xff, 0xd9]

  /// What the frames `frames` of one camera are found to be, one after the other.
  private func defects(of frames: [[UInt8]]) -> [FrameDefect?] {
    var ends = FrameEnds()
    return frames.map { frame in
      frame.withUnsafeBytes { bytes in
        ends.defect(FrameCheck.jpeg.defect(of: bytes, flags: 0), of: bytes)
      }
    }
  }

  @Test func aFrameWithoutAnEndIsHeldWhenTheDecoderFindsAFewOfThemWhole() {
    let frame = Array(testPicture().dropLast(2))
    let defects = defects(of: Array(repeating: frame, count: FrameEnds.limit + 2))
    let expected = [FrameDefect?](repeating: .badEnd, count: FrameEnds.limit - 1) + [nil, nil, nil]
    #expect(defects == expected)
  }

  @Test func whatTheDecoderRefusesIsNeverHeld() {
    let frame = Array(testPicture().dropLast(500))
    let defects = defects(of: Array(repeating: frame, count: 3 * FrameEnds.limit))
    #expect(defects.allSatisfy { $0 == .badEnd })
  }

  /// A bad cable spoils frames in more than one way.
  @Test func damageOfAnotherKindBreaksTheRow() {
    let endless = Array(testPicture().dropLast(2))
    let mixture = [endless, endless, endless, endless, Array(endless.dropFirst(2))]
    let defects = defects(of: Array(repeating: mixture, count: 5).flatMap { $0 })
    #expect(!defects.contains(nil))
  }

  @Test func aFrameWithItsEndBeginsTheRowAnew() {
    let (whole, endless) = (testPicture(), Array(testPicture().dropLast(2)))
    let row = Array(repeating: endless, count: FrameEnds.limit)
    let defects = defects(of: row.dropLast() + [whole] + row + [whole, endless])
    let dropped = [FrameDefect?](repeating: .badEnd, count: FrameEnds.limit - 1)
    var expected: [FrameDefect?] = dropped + [nil]
    expected += dropped
    expected += [nil, nil, .badEnd]
    #expect(defects == expected)
  }
}

@Suite struct HeldFramesTests {
  private func entry(_ sequence: UInt32, in buffer: UInt32) -> HeldFrames.Entry {
    HeldFrames.Entry(
      frame: Frame(sequence: sequence, byteCount: 1, stamped: .zero), buffer: buffer)
  }

  @Test func nothingIsHeldAtFirst() {
    #expect(HeldFrames().entry(0) == nil)
  }

  @Test func theFrameBeforeTheNewestIsLetGoOnce() {
    var held = HeldFrames()
    _ = held.hold(entry(1, in: 3))
    _ = held.hold(entry(2, in: 5))
    #expect([held.release(), held.release()] == [3, nil])
    #expect(held.entry(1) == nil)
    #expect(held.entry(2)?.buffer == 5)
  }

  @Test func ofTwoFramesWithOneNumberTheNewerIsMeant() {
    var held = HeldFrames()
    _ = held.hold(entry(0, in: 3))
    _ = held.hold(entry(0, in: 5))
    #expect(held.entry(0)?.buffer == 5)
  }
}

@Suite struct FrameSequenceTests {
  static let gaps: [(last: UInt32, next: UInt32, lost: Int)] = [
    (1, 4, 2), (1, 2, 0), (5, 5, 0), (9, 3, 0), (700, 0, 0),
    (.max, 0, 0), (.max - 1, 0, 1), (.max, 2, 2),
  ]

  @Test(arguments: gaps)
  func aStepOverFramesIsAGapAlsoWhereTheCountWraps(last: UInt32, next: UInt32, lost: Int) {
    var sequence = FrameSequence()
    _ = sequence.gap(to: last)
    #expect(sequence.gap(to: next) == lost)
  }

  @Test func theFirstNumberIsNoGap() {
    var sequence = FrameSequence()
    #expect(sequence.gap(to: 17) == 0)
  }
}

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

  @Test(
    arguments: [
      (-1, 0), (.min, 0), (.max, 0), (4, -1), (4, 1_000_000), (4, .min), (4, .max),
    ] as [(Int, Int)])
  func aStampThatIsNoTimeGivesWayToTheMomentOfTaking(seconds: Int, microseconds: Int) {
    let odd = timeval(tv_sec: seconds, tv_usec: microseconds)
    #expect(FrameStamp.instant(of: odd, flags: 0x2000, dequeued: now) == now)
  }
}

@Suite struct FrameCheckTests {
  private static let start: [UInt8] = [0xff, 0xd8]
  private static let end: [UInt8] = [0xff, 0xd9]
  private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

  private func defect(of bytes: [UInt8], _ check: FrameCheck, flags: UInt32 = 0) -> FrameDefect? {
    bytes.withUnsafeBytes { check.defect(of: $0, flags: flags) }
  }

  static let jpegs: [(bytes: [UInt8], defect: FrameDefect?)] = [
    ([], .short),
    (start, .short),
    ([0, 0xd8] + end, .badStart),
    (end + start + end, .badStart),
    (start + [1, 2, 3], .badEnd),
    (start + zeros(3), .badEnd),
    (start + zeros(5000), .badEnd),
    (start + [0xd9, 1, 0xd9], .badEnd),
    ([0xff, 0xd8, 0xff, 0xd8], .badEnd),
    (start + end + [1], nil),
    (start + end + [0xd9, 0xd9], nil),
    (start + end, nil),
    (start + [1, 2, 3] + end, nil),
    (start + end + [0], nil),
    (start + end + zeros(5000), nil),
    (start + end + [UInt8](repeating: 0xd9, count: 5000), nil),
  ]

  @Test(arguments: jpegs)
  func aJPEGFrameBeginsAndEndsWithItsMarkers(bytes: [UInt8], expected: FrameDefect?) {
    #expect(defect(of: bytes, .jpeg) == expected)
  }

  @Test func aFrameMarkedDamagedIsSoWhateverItHolds() {
    #expect(defect(of: Self.start + Self.end, .jpeg, flags: 0x40) == .errorFlag)
    #expect(defect(of: [], .jpeg, flags: 0x2040) == .errorFlag)
  }

  @Test(arguments: [
    (PixelFormat.yuyv, 2 * 8, 4, 64), (.nv12, 8, 4, 48), (.yu12, 8, 4, 48), (.nv12, 16, 4, 96),
  ])
  func aPlainFrameHasAllItsRowsWithTheirPadding(
    format: PixelFormat, bytesPerLine: Int, height: Int, whole: Int
  ) {
    let layout = FrameLayout(
      format: format, width: 8, height: height, bytesPerLine: bytesPerLine)
    #expect(defect(of: Self.zeros(whole - 1), FrameCheck(layout)) == .short)
    #expect(defect(of: Self.zeros(whole), FrameCheck(layout)) == nil)
  }
}
