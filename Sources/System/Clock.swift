import CLinux
import Core
import Glibc

/// The kernel's clocks: the monotonic one that everything counts by, and the wall time, which a board
/// without a battery knows only once somebody told it.
package enum Clock {
  /// No wall time before this is believed, 2025-01-01 UTC: the program is younger than that.
  package static let earliestWallTime = 1_735_689_600.0

  /// The present instant of `CLOCK_MONOTONIC`.
  package static var now: Instant { Instant(read(CLOCK_MONOTONIC)) }

  /// The wall time in seconds since 1970 UTC, and whether a time source has set it.
  ///
  /// Without synchronisation the seconds are whatever the board came up with, and no date may be
  /// taken from them.
  package static func wall() -> (seconds: Double, isSynchronised: Bool) {
    let time = read(CLOCK_REALTIME)
    let seconds = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    return (seconds, seconds >= earliestWallTime && isVouchedFor)
  }

  /// The wall time of `instant`, unset as long as no time source has set the clock.
  package static func wallTime(at instant: Instant) -> WallTime {
    let (seconds, isSynchronised) = wall()
    guard isSynchronised else { return .unset }
    let age = (now - instant).nanoseconds / 1000
    return .synchronised(Int64((seconds * 1_000_000).rounded()) - age)
  }

  /// By how much a wall time that a time source has set is wrong at most, as the kernel reckons; nil where it can't
  /// tell (adjtimex(2), `maxerror`).
  package static var wallError: Duration? {
    var state = timex()
    guard adjtimex(&state) != -1, state.status & STA_UNSYNC == 0 else { return nil }
    return .nanoseconds(Int64(state.maxerror) * 1000)
  }

  /// Seconds that this place is east of UTC by its zone at the time `wall`; of an unset one, at what the system's clock
  /// says now.
  package static func utcOffset(at wall: WallTime) -> Int {
    let microseconds = wall.microseconds.map { Int($0).floored(by: 1_000_000) }
    var seconds = microseconds ?? read(CLOCK_REALTIME).tv_sec
    var fields = tm()
    // The zone may be another than when the program began: localtime_r(3) looks for it once.
    tzset()
    localtime_r(&seconds, &fields)
    return fields.tm_gmtoff
  }

  /// This boot's random name, 36 characters of hexadecimal digits and hyphens (random(4)).
  package static func bootID() throws(SystemError) -> String {
    let file = try FileDescriptor(opening: "/proc/sys/kernel/random/boot_id", O_RDONLY)
    return String(decoding: try file.someBytes(atMost: 36), as: UTF8.self)
  }

  /// The wall time as this place's clocks show it.
  package static func localTime() -> LocalTime {
    var time = read(CLOCK_REALTIME)
    var fields = tm()
    localtime_r(&time.tv_sec, &fields)
    return LocalTime(
      seconds: Int64(time.tv_sec), microseconds: time.tv_nsec / 1000,
      offset: fields.tm_gmtoff)
  }

  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    let result = clock_gettime(clock, &time)
    precondition(result == 0, "Linux has these clocks, and `time` is ours")
    return time
  }

  /// The kernel's flag is the authority; systemd-timesyncd's file also covers the hours after which
  /// the kernel, told nothing new, sets the flag again.
  private static var isVouchedFor: Bool {
    var state = timex()
    let isKnown = adjtimex(&state) != -1 && state.status & STA_UNSYNC == 0
    return isKnown || access("/run/systemd/timesync/synchronized", F_OK) == 0
  }
}

extension Clock {
  /// A wall time and how far its place is ahead of UTC.
  package struct LocalTime: Hashable, Sendable, CustomStringConvertible {
    /// Whole seconds since 1970 UTC.
    package let seconds: Int64
    /// 0 to 999 999.
    package let microseconds: Int
    /// Seconds ahead of UTC, negative west of Greenwich.
    package let offset: Int

    /// That time.
    package init(seconds: Int64, microseconds: Int, offset: Int) {
      (self.seconds, self.microseconds, self.offset) = (seconds, microseconds, offset)
    }

    /// Date, time to the microsecond and offset: `2026-03-27 15:44:28.775369-0400`.
    package var description: String {
      var shown = time_t(seconds) + offset
      var fields = tm()
      gmtime_r(&shown, &fields)
      fields.tm_gmtoff = offset
      let fraction = String(microseconds + 1_000_000).dropFirst()
      return
        "\(LocalTime.text(fields, "%Y-%m-%d %H:%M:%S")).\(fraction)\(LocalTime.text(fields, "%z"))"
    }

    private static func text(_ fields: tm, _ format: String) -> String {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
        var fields = fields
        // So much has room for both formats; what has none is undefined, and then it is no text.
        guard let text = buffer.baseAddress, strftime(text, buffer.count, format, &fields) > 0
        else {
          return ""
        }
        return String(cString: text)
      }
    }
  }
}

/// The time by which something that may block has to be done.
package struct Deadline {
  private let end: Instant

  /// The end of `time`, which begins now.
  package init(after time: Duration) {
    end = Clock.now + time
  }

  /// Blocks until poll(2) reports `event` of `descriptor`; the error is `ETIMEDOUT` when time is up.
  package func wait(for event: Int32, on descriptor: Int32) throws(SystemError) {
    var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    let count = try SystemError.check("poll") { poll(&request, 1, milliseconds) }
    guard count > 0 else { throw SystemError(call: "poll", code: ETIMEDOUT) }
  }

  /// Time that is left, rounded up, so that no wait ends too early.
  private var milliseconds: Int32 {
    let rest = max(0, (end - Clock.now).nanoseconds)
    return Int32(clamping: (rest + 999_999) / 1_000_000)
  }
}

extension Instant {
  /// The instant of a reading of `CLOCK_MONOTONIC`.
  package init(_ time: timespec) {
    self.init(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}

extension timespec {
  /// `instant` as the kernel writes it.
  package init(_ instant: Instant) {
    let (seconds, nanoseconds) = instant.nanoseconds.quotientAndRemainder(
      dividingBy: 1_000_000_000)
    self.init(tv_sec: Int(seconds), tv_nsec: Int(nanoseconds))
  }
}
