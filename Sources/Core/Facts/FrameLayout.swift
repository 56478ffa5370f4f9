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
