/// Facts about one picture that the camera delivered; its pixels stay with the driver.
public struct Frame: Hashable, Sendable {
  /// The driver's own count (`v4l2_buffer.sequence`): a gap is a frame that nobody saw.
  public let sequence: UInt32
  /// Bytes used in the buffer.
  public let byteCount: Int
  /// When the kernel says it was taken.
  public let stamped: Instant

  /// A frame as the driver described it.
  public init(sequence: UInt32, byteCount: Int, stamped: Instant) {
    self.sequence = sequence
    self.byteCount = byteCount
    self.stamped = stamped
  }
}
