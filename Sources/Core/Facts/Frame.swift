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

/// What became of the frames since the camera was opened.
///
/// Every delivered frame is held or has a reason why not, so `delivered` is the sum of `held`,
/// `settling`, `errorFlag`, `short`, `badStart` and `badEnd`.
public struct FrameCounts: Hashable, Sendable {
  /// Taken from the driver's queue.
  public var delivered = 0
  /// Valid, and looked at.
  public var held = 0
  /// Skipped after a start, while exposure and white balance settle.
  public var settling = 0
  /// Marked damaged by the driver (`V4L2_BUF_FLAG_ERROR`).
  public var errorFlag = 0
  /// Fewer bytes than the format needs.
  public var short = 0
  /// JPEG without its start marker, FFD8.
  public var badStart = 0
  /// JPEG without its end marker, FFD9: cut off.
  public var badEnd = 0
  /// Held, and no whole picture when one was wanted for a photo.
  public var undecodable = 0
  /// Never seen: gaps in the driver's own count.
  public var lost = 0
  /// Passing input/output errors in place of a frame.
  public var transientErrors = 0

  /// Delivered, but no pictures.
  public var damaged: Int { errorFlag + short + badStart + badEnd }

  /// All zero.
  public init() {}
}

/// How the bytes of a frame are arranged, among the arrangements that we read ourselves.
public enum PixelFormat: String, Hashable, Sendable {
  /// One JPEG picture a frame, `V4L2_PIX_FMT_MJPEG` or `V4L2_PIX_FMT_JPEG`.
  case mjpeg = "MJPG"
  /// Packed 4:2:2, `Y0 U Y1 V`.
  case yuyv = "YUYV"
  /// A luma plane, then one plane of interleaved `U V` at half size both ways.
  case nv12 = "NV12"
  /// A luma plane, then a U and a V plane at half size both ways.
  case yu12 = "YU12"
}

/// The shape of one frame in memory.
public struct FrameLayout: Hashable, Sendable {
  /// The arrangement of the bytes.
  public let format: PixelFormat
  /// Pixels a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Bytes from one row of the first plane to the next (`v4l2_pix_format.bytesperline`).
  ///
  /// The chroma planes of YU12 have half of it; for MJPEG it has no meaning.
  public let bytesPerLine: Int

  /// A layout; `bytesPerLine` is that of the first plane.
  public init(format: PixelFormat, width: Int, height: Int, bytesPerLine: Int) {
    self.format = format
    self.width = width
    self.height = height
    self.bytesPerLine = bytesPerLine
  }
}
