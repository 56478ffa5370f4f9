import Core
import Glibc
import Testing

@testable import System

@Suite struct ClockTests {
  @Test func nowNeverGoesBackward() {
    let readings = (0..<1000).map { _ in Clock.now }
    #expect(readings == readings.sorted())
    #expect(readings[0] > .zero)
  }

  @Test func theBootIDIsTheKernelsAndStaysTheSame() throws {
    let name = try Clock.bootID()
    #expect(name.utf8.count == 36)
    #expect(name.split(separator: "-").map(\.utf8.count) == [8, 4, 4, 4, 12])
    #expect(try Clock.bootID() == name)
  }

  @Test func aWallTimeFromBeforeTheProgramIsNotVouchedFor() {
    let (seconds, isSynchronised) = Clock.wall()
    #expect(!isSynchronised || seconds >= Clock.earliestWallTime)
  }

  @Test(arguments: [-1, 0, 999_999_999, 1_000_000_000, 1_500_000_001] as [Int64])
  func anInstantComesBackFromTheKernelsForm(nanoseconds: Int64) {
    let instant = Instant(nanoseconds: nanoseconds)
    #expect(Instant(timespec(instant)) == instant)
  }

  /// Half a year apart, in the zone in which these tests run.
  @Test(arguments: [1_767_225_600, 1_782_864_000] as [Int64])
  func thePlaceIsAsFarFromUTCAsItsZoneHasItThen(seconds: Int64) {
    var (time, fields) = (time_t(seconds), tm())
    localtime_r(&time, &fields)
    #expect(Clock.utcOffset(at: .told(seconds * 1_000_000)) == fields.tm_gmtoff)
    #expect(Clock.utcOffset(at: .unset) == Clock.localTime().offset)
  }

  @Test(arguments: [
    (1_774_640_668, 775_369, -14_400, "2026-03-27 15:44:28.775369-0400"),
    (0, 0, 0, "1970-01-01 00:00:00.000000+0000"),
    (-1, 999_999, 0, "1969-12-31 23:59:59.999999+0000"),
    (1_709_164_800, 5, 0, "2024-02-29 00:00:00.000005+0000"),
    (1_709_251_199, 0, 3600, "2024-03-01 00:59:59.000000+0100"),
    (951_782_400, 0, 20_700, "2000-02-29 05:45:00.000000+0545"),
    (1_767_225_599, 0, -12_600, "2025-12-31 20:29:59.000000-0330"),
  ])
  func aLocalTimeIsWrittenWithMicrosecondsAndOffset(
    seconds: Int64, microseconds: Int, offset: Int, text: String
  ) {
    let time = Clock.LocalTime(seconds: seconds, microseconds: microseconds, offset: offset)
    #expect(time.description == text)
  }
}
