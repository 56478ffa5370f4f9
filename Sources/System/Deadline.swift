import Core
import Glibc

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
