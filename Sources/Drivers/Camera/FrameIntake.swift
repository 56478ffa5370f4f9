import CVideo
import Core
import Imaging

/// Decides what becomes of each delivered buffer, and counts it; the camera does what it says.
struct FrameIntake {
  /// Input/output errors in a row at which the camera has failed.
  static let errorLimit = 6

  private(set) var counts = FrameCounts()
  private(set) var held = HeldFrames()
  private let check: FrameCheck
  private var sequence = FrameSequence()
  private var framesToSettle: Int
  private var errorsInARow = 0
  private var ends = FrameEnds()

  /// An intake after the start of a stream.
  init(_ check: FrameCheck, settling framesToSettle: Int) {
    self.check = check
    self.framesToSettle = framesToSettle
  }

  /// Result for one buffer.
  struct Outcome: Hashable {
    /// The frame in it, if it is held now.
    let frame: Frame?
    /// The buffer to give back to the driver: this one, or one that it displaced.
    let released: UInt32?
  }

  /// Holds the frame in `buffer`, if `bytes` are one and exposure has settled.
  mutating func take(
    _ buffer: DeliveredBuffer, _ bytes: UnsafeRawBufferPointer, at now: Instant
  ) -> Outcome {
    errorsInARow = 0
    counts.delivered += 1
    counts.lost += sequence.gap(to: buffer.sequence)
    guard isWanted(bytes, flags: buffer.flags) else {
      return Outcome(frame: nil, released: buffer.index)
    }
    let stamped = FrameStamp.instant(of: buffer.stamp, flags: buffer.flags, dequeued: now)
    let frame = Frame(sequence: buffer.sequence, byteCount: bytes.count, stamped: stamped)
    counts.held += 1
    let released = held.hold(HeldFrames.Entry(frame: frame, buffer: buffer.index))
    return Outcome(frame: frame, released: released)
  }

  /// Lets the frame before the newest go.
  ///
  /// - Returns: its buffer, to be given back to the driver.
  mutating func release() -> UInt32? { held.release() }

  /// Notes an input/output error in place of a buffer.
  ///
  /// - Returns: whether it may still pass by itself.
  mutating func toleratesError() -> Bool {
    counts.transientErrors += 1
    errorsInARow += 1
    return errorsInARow < FrameIntake.errorLimit
  }

  /// Notes that a held frame is no picture inside.
  mutating func noteUndecodable() {
    counts.undecodable += 1
    ends = FrameEnds()
  }

  private mutating func isWanted(_ bytes: UnsafeRawBufferPointer, flags: UInt32) -> Bool {
    if let defect = ends.defect(check.defect(of: bytes, flags: flags), of: bytes) {
      counts.count(defect)
      return false
    }
    guard framesToSettle > 0 else { return true }
    framesToSettle -= 1
    counts.settling += 1
    return false
  }
}

/// Whether a camera leaves out the end marker of all its pictures, as some do.
///
/// A frame without one is most likely cut off. When so many have come in a row the decoder looks at one of them: if
/// nothing but the marker is missing, such frames are held from then on, until one has its marker, or one turns out to
/// be no picture.
struct FrameEnds: Hashable, Sendable {
  /// Frames without an end in a row of which the last is decoded.
  static let limit = 5

  private var missingInARow = 0
  private var areLeftOut = false

  /// What is wrong with the frame `bytes`, whose own check found `defect`.
  ///
  /// Blocks for some milliseconds of computing where the decoder looks at it.
  mutating func defect(
    _ defect: FrameDefect?, of bytes: UnsafeRawBufferPointer
  ) -> FrameDefect? {
    switch defect {
    case .errorFlag, .short, .badStart:
      missingInARow = 0
      return defect
    case nil:
      self = FrameEnds()
      return nil
    case .badEnd:
      missingInARow += 1
      if !areLeftOut, missingInARow.isMultiple(of: FrameEnds.limit) {
        areLeftOut = CameraJPEG.isWhole(bytes)
      }
      return areLeftOut ? nil : .badEnd
    }
  }
}

/// The newest valid frame and, until it is let go, the one before it, each in a buffer that the kernel
/// waits for.
struct HeldFrames: Hashable, Sendable {
  /// A frame and the driver's buffer that it lies in.
  struct Entry: Hashable, Sendable {
    let frame: Frame
    let buffer: UInt32
  }

  private(set) var newest: Entry?
  private(set) var previous: Entry?

  /// Holds `entry` as the newest.
  ///
  /// - Returns: the buffer that nobody holds any more, to be given back to the kernel.
  mutating func hold(_ entry: Entry) -> UInt32? {
    let released = release()
    previous = newest
    newest = entry
    return released
  }

  /// Lets the frame before the newest go.
  ///
  /// - Returns: its buffer, to be given back to the kernel.
  mutating func release() -> UInt32? {
    defer { previous = nil }
    return previous?.buffer
  }

  /// The held frame of that number, the newer one if a driver gave both the same.
  func entry(_ sequence: UInt32) -> Entry? {
    if let newest, newest.frame.sequence == sequence { return newest }
    if let previous, previous.frame.sequence == sequence { return previous }
    return nil
  }
}

/// The driver's count of frames, watched for gaps.
struct FrameSequence: Hashable, Sendable {
  private var last: UInt32?

  /// Notes that `number` was delivered.
  ///
  /// - Returns: how many frames nobody saw since the one before. The count wraps at 32 bits; a
  ///   step back or none, as after a restart or from a driver that does not count, is no gap.
  mutating func gap(to number: UInt32) -> Int {
    defer { last = number }
    guard let last else { return 0 }
    let step = Int32(bitPattern: number &- last)
    return max(0, Int(step) - 1)
  }
}

/// When a frame was taken, as far as its buffer can be believed.
enum FrameStamp {
  /// The instant on the monotonic clock.
  ///
  /// Only `V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC` says which clock stamped; for any other the best
  /// that is known is when the frame was taken from the queue, and so it is for a stamp that is no time. No frame is from
  /// the future, whatever its stamp says: some drivers stamp the end of a period that has not passed yet.
  static func instant(of stamp: timeval, flags: UInt32, dequeued now: Instant) -> Instant {
    let clock = flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK)
    guard clock == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC) else { return now }
    let (seconds, microseconds) = (Int64(stamp.tv_sec), Int64(stamp.tv_usec))
    let elapsed = now.nanoseconds / 1_000_000_000
    guard (0...elapsed).contains(seconds), (0..<1_000_000).contains(microseconds) else {
      return now
    }
    return min(Instant(nanoseconds: seconds * 1_000_000_000 + microseconds * 1_000), now)
  }
}

/// Why a delivered frame is not a picture.
enum FrameDefect: Hashable, Sendable {
  case errorFlag, short, badStart, badEnd
}

/// Check that a frame must pass to be held; it reads a few bytes at its start, and from its end to its end marker.
struct FrameCheck: Hashable, Sendable {
  /// Whether each frame is one JPEG picture.
  let isJPEG: Bool
  /// Fewest bytes of an undamaged frame.
  let minimumByteCount: Int

  /// The first thing wrong with `bytes`, which the driver described by `flags`; nil if they pass.
  func defect(of bytes: UnsafeRawBufferPointer, flags: UInt32) -> FrameDefect? {
    if flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0 { return .errorFlag }
    if bytes.count < minimumByteCount { return .short }
    guard isJPEG else { return nil }
    if bytes[0] != 0xff || bytes[1] != 0xd8 { return .badStart }
    return hasEndMarker(bytes) ? nil : .badEnd
  }

  /// Cameras may send anything behind the end marker: zeros that fill up a packet, or the rest of an earlier frame.
  private func hasEndMarker(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var last = bytes.count - 1
    while last > 2 {
      if bytes[last] == 0xd9, bytes[last - 1] == 0xff { return true }
      last -= 1
    }
    return false
  }
}

extension FrameCheck {
  /// A JPEG picture has at least its two markers.
  static let jpeg = FrameCheck(isJPEG: true, minimumByteCount: 4)

  /// The check for frames of `layout`, uncompressed unless it is JPEG.
  init(_ layout: FrameLayout) {
    let luma = layout.bytesPerLine * layout.height
    switch layout.format {
    case .mjpeg: self = .jpeg
    case .yuyv: self.init(isJPEG: false, minimumByteCount: luma)
    case .nv12, .yu12: self.init(isJPEG: false, minimumByteCount: luma + luma / 2)
    }
  }
}

extension FrameCounts {
  /// Counts a frame that is dropped for `defect`.
  mutating func count(_ defect: FrameDefect) {
    switch defect {
    case .errorFlag: errorFlag += 1
    case .short: short += 1
    case .badStart: badStart += 1
    case .badEnd: badEnd += 1
    }
  }
}
