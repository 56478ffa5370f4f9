/// Facts about one picture that the camera delivered; its pixels stay with the driver.
package struct Frame: Hashable, Sendable {
  /// The driver's own count (`v4l2_buffer.sequence`): a gap is a frame that nobody saw.
  package let sequence: UInt32
  /// Bytes used in the buffer.
  package let byteCount: Int
  /// When the kernel says it was taken.
  package let stamped: Instant

  /// A frame as the driver described it.
  package init(sequence: UInt32, byteCount: Int, stamped: Instant) {
    self.sequence = sequence
    self.byteCount = byteCount
    self.stamped = stamped
  }
}

/// What became of the frames since the camera was opened.
///
/// Every delivered frame is held or has a reason why not, so `delivered` is the sum of `held`,
/// `settling`, `errorFlag`, `short`, `badStart` and `badEnd`.
package struct FrameCounts: Hashable, Sendable {
  /// Taken from the driver's queue.
  package var delivered = 0
  /// Valid, and looked at.
  package var held = 0
  /// Skipped after a start, while exposure and white balance settle.
  package var settling = 0
  /// Marked damaged by the driver (`V4L2_BUF_FLAG_ERROR`).
  package var errorFlag = 0
  /// Fewer bytes than the format needs.
  package var short = 0
  /// JPEG without its start marker, FFD8.
  package var badStart = 0
  /// JPEG without its end marker, FFD9: cut off.
  package var badEnd = 0
  /// Held, and no whole picture when one was wanted for a photo.
  package var undecodable = 0
  /// Never seen: gaps in the driver's own count.
  package var lost = 0
  /// Passing input/output errors in place of a frame.
  package var transientErrors = 0

  /// Delivered, but no pictures.
  package var damaged: Int { errorFlag + short + badStart + badEnd }

  /// All zero.
  package init() {}
}

/// How the bytes of a frame are arranged, among the arrangements that we read ourselves.
package enum PixelFormat: String, Hashable, Sendable {
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
package struct FrameLayout: Hashable, Sendable {
  /// The arrangement of the bytes.
  package let format: PixelFormat
  /// Pixels a row.
  package let width: Int
  /// Rows.
  package let height: Int
  /// Bytes from one row of the first plane to the next (`v4l2_pix_format.bytesperline`).
  ///
  /// The chroma planes of YU12 have half of it; for MJPEG it has no meaning.
  package let bytesPerLine: Int

  /// A layout; `bytesPerLine` is that of the first plane.
  package init(format: PixelFormat, width: Int, height: Int, bytesPerLine: Int) {
    self.format = format
    self.width = width
    self.height = height
    self.bytesPerLine = bytesPerLine
  }
}

extension FrameCounts {
  /// Delivered, but of no use for a photo.
  var discarded: Int { settling + damaged + undecodable + transientErrors }

  /// All counts by name, for programs.
  var named: [(name: String, count: Int)] {
    [
      ("delivered", delivered), ("held", held), ("settling", settling),
      ("error_flag", errorFlag), ("short", short), ("bad_start", badStart), ("bad_end", badEnd),
      ("undecodable", undecodable), ("lost", lost), ("transient_errors", transientErrors),
    ]
  }
}
