import Core
import CVideo
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

  /// Answer to the question for a filled buffer.
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

/// The driver's buffers, mapped for reading; it owns them and stands on the device.
struct CameraBuffers: ~Copyable {
  /// As many are asked for as fit in so many bytes, but never fewer than two held and one being filled, and no more
  /// than a stall of the loop needs.
  static let byteLimit = 12_000_000
  /// With fewer the driver would run dry while two are held.
  static let leastCount: UInt32 = 3
  private static let mostCount: UInt32 = 6

  /// How many buffers are asked for, of `byteCount` bytes each.
  static func requestedCount(of byteCount: Int) -> UInt32 {
    let fitting = UInt32(clamping: byteLimit / max(1, byteCount))
    return min(max(fitting, leastCount), mostCount)
  }

  let device: CameraDevice
  private var mappings: [UnsafeRawBufferPointer] = []

  /// Asks the driver for buffers of `byteCount` bytes (`sizeimage`) and maps all that it grants.
  static func allocate(
    on device: consuming CameraDevice, of byteCount: Int
  ) throws(Failure) -> CameraBuffers {
    var buffers = CameraBuffers(on: device)
    try buffers.map(try buffers.request(CameraBuffers.requestedCount(of: byteCount)))
    return buffers
  }

  private init(on device: consuming CameraDevice) {
    self.device = device
  }

  /// Unmaps and gives back; the driver refuses to free what is still mapped.
  deinit {
    for mapping in mappings {
      munmap(UnsafeMutableRawPointer(mutating: mapping.baseAddress), mapping.count)
    }
    var nothing = v4l2_requestbuffers(count: 0)
    _ = device.answers(.requestBuffers, &nothing)
  }

  /// Count of buffers.
  var count: UInt32 { UInt32(mappings.count) }

  /// The memory of buffer `index`, at most `byteCount` bytes of it; nothing for one that is not ours.
  borrowing func bytes(_ byteCount: Int, of index: UInt32) -> UnsafeRawBufferPointer {
    guard index < count else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(rebasing: mappings[Int(index)].prefix(byteCount))
  }

  private borrowing func request(_ count: UInt32) throws(Failure) -> UInt32 {
    var request = v4l2_requestbuffers(count: count)
    try device.perform(.requestBuffers, &request)
    guard request.count >= CameraBuffers.leastCount else {
      let counts = (String(request.count), String(CameraBuffers.leastCount))
      throw Failure(
        .camera,
        Phrase(
          "camera.few-buffers",
          """
          \(device.path) gives \(counts.0) buffers and \(counts.1) are needed; set a smaller width and height in \
          [camera].
          """))
    }
    return request.count
  }

  private mutating func map(_ count: UInt32) throws(Failure) {
    for index in 0..<count {
      var buffer = v4l2_buffer(index: index)
      try device.perform(.queryBuffer, &buffer)
      mappings.append(try device.map(Int(buffer.length), at: Int(buffer.m.offset)))
    }
  }
}

extension v4l2_requestbuffers {
  /// A request for `count` mapped buffers; 0 gives all back.
  fileprivate init(count: UInt32) {
    self.init()
    self.count = count
    type = captureQueue
    memory = V4L2_MEMORY_MMAP.rawValue
  }
}

extension v4l2_buffer {
  /// The mapped buffer `index`.
  init(index: UInt32) {
    self.init()
    self.index = index
    type = captureQueue
    memory = V4L2_MEMORY_MMAP.rawValue
  }
}
