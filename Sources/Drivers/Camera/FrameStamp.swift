import CVideo
import Core

/// When a frame was taken, as far as its buffer can be believed.
enum FrameStamp {
  /// The instant on the monotonic clock.
  ///
  /// Only `V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC` says which clock stamped; for any other the best
  /// that is known is when the frame was taken from the queue. No frame is from the future,
  /// whatever its stamp says: some drivers stamp the end of a period that has not passed yet.
  static func instant(of stamp: timeval, flags: UInt32, dequeued now: Instant) -> Instant {
    let clock = flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK)
    guard clock == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC) else { return now }
    let seconds = Int64(stamp.tv_sec), microseconds = Int64(stamp.tv_usec)
    return min(Instant(nanoseconds: seconds * 1_000_000_000 + microseconds * 1_000), now)
  }
}
