import CVideo
import Glibc

/// A buffer that the driver filled, as it describes it (`v4l2_buffer`).
struct DeliveredBuffer {
  let index: UInt32
  let sequence: UInt32
  let byteCount: Int
  /// `V4L2_BUF_FLAG_…`.
  let flags: UInt32
  let stamp: timeval
}

extension DeliveredBuffer {
  /// The kernel's own description.
  init(_ buffer: v4l2_buffer) {
    index = buffer.index
    sequence = buffer.sequence
    byteCount = Int(buffer.bytesused)
    flags = buffer.flags
    stamp = buffer.timestamp
  }
}
