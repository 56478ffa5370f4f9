import CVideo
import Core
import Glibc
import System

/// A stream that is on; it owns that fact and stands on the buffers.
struct CameraStream: ~Copyable {
  let buffers: CameraBuffers

  /// Queues all `buffers` and switches the stream on.
  static func start(_ buffers: consuming CameraBuffers) throws(Failure) -> CameraStream {
    let stream = CameraStream(buffers)
    for index in 0..<stream.buffers.count { try stream.queue(index) }
    var queue = captureQueue
    try stream.buffers.device.perform(.streamOn, &queue)
    return stream
  }

  private init(_ buffers: consuming CameraBuffers) {
    self.buffers = buffers
  }

  /// Switches off, which also takes back what is queued; a stream that never went on allows it.
  deinit {
    var queue = captureQueue
    _ = buffers.device.answers(.streamOff, &queue)
  }

  /// Gives buffer `index` to the driver to be filled.
  borrowing func queue(_ index: UInt32) throws(Failure) {
    var buffer = v4l2_buffer(index: index)
    try buffers.device.perform(.queue, &buffer)
  }

  /// What asking for a filled buffer can give.
  enum Answer {
    case buffer(DeliveredBuffer)
    case nothing
    /// A signal lost for a moment or something worse: the driver may go on by itself.
    case inputOutputError(SystemError)
  }

  /// Takes the oldest filled buffer, if there is one; never waits.
  borrowing func dequeue() throws(Failure) -> Answer {
    var buffer = v4l2_buffer(index: 0)  // The driver writes the real one.
    do throws(SystemError) {
      try buffers.device.attempt(.dequeue, &buffer)
      return .buffer(DeliveredBuffer(buffer))
    } catch {
      switch error.code {
      case EAGAIN: return .nothing
      case EIO: return .inputOutputError(error)
      default: throw Failure(error, ofCameraAt: buffers.device.path)
      }
    }
  }
}

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
