import Core

/// Decides what becomes of each delivered buffer, and counts it; the camera does what it says.
struct FrameIntake {
  /// So many input/output errors in a row are no passing trouble.
  static let errorLimit = 6

  private(set) var counts = FrameCounts()
  private(set) var held = HeldFrames()
  private let check: FrameCheck
  private var sequence = FrameSequence()
  private var framesToSettle: Int
  private var errorsInARow = 0

  /// An intake after the start of a stream.
  init(_ check: FrameCheck, settling framesToSettle: Int) {
    self.check = check
    self.framesToSettle = framesToSettle
  }

  /// What became of a buffer.
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
  mutating func noteUndecodable() { counts.undecodable += 1 }

  private mutating func isWanted(_ bytes: UnsafeRawBufferPointer, flags: UInt32) -> Bool {
    if let defect = check.defect(of: bytes, flags: flags) {
      counts.count(defect)
      return false
    }
    guard framesToSettle > 0 else { return true }
    framesToSettle -= 1
    counts.settling += 1
    return false
  }
}
