import Core

extension FrameLayout {
  /// The longest side that libjpeg accepts (`JPEG_MAX_DIMENSION`).
  static let longestSide = 65_500
  /// Bytes a row at most: four times what the longest side of YUYV needs, so that sizes never overflow.
  static let longestLine = 1 << 19

  /// Samples a row of a 4:2:0 chroma plane.
  var chromaWidth: Int { (width + 1) / 2 }
  /// Rows of a 4:2:0 chroma plane.
  var chromaHeight: Int { (height + 1) / 2 }
  /// Whether a side is odd, so that the last chroma sample stands for fewer than four pixels.
  var isOdd: Bool { !width.isMultiple(of: 2) || !height.isMultiple(of: 2) }

  /// Bytes from one row of a YU12 chroma plane to the next.
  var chromaBytesPerLine: Int { (bytesPerLine + 1) / 2 }

  /// Bytes that a row of the first plane takes at least.
  ///
  /// YUYV and NV12 hold chroma in pairs, so an odd row needs a whole last pair.
  private var leastBytesPerLine: Int {
    switch format {
    case .mjpeg: 0
    case .yuyv: 4 * chromaWidth
    case .nv12: 2 * chromaWidth
    case .yu12: width
    }
  }

  /// Bytes of a whole frame, padding included; for MJPEG only those of its first and last marker.
  private var leastByteCount: Int {
    switch format {
    case .mjpeg: 4
    case .yuyv: bytesPerLine * height
    case .nv12: bytesPerLine * (height + chromaHeight)
    case .yu12: bytesPerLine * height + 2 * chromaBytesPerLine * chromaHeight
    }
  }

  /// Throws unless the size is one that JPEG can hold and a row fits into its bytes.
  func checkShape() throws(ImagingError) {
    let sides = 1...FrameLayout.longestSide
    guard sides.contains(width), sides.contains(height) else {
      throw .sizeOutOfRange(width: width, height: height)
    }
    guard format == .mjpeg || (leastBytesPerLine...FrameLayout.longestLine).contains(bytesPerLine)
    else {
      throw .bytesPerLineOutOfRange(bytesPerLine, needed: leastBytesPerLine)
    }
  }

  /// The first byte of `frame`, once it is known to have every byte that the layout promises.
  func checkedStart(of frame: UnsafeRawBufferPointer) throws(ImagingError) -> UnsafeRawPointer {
    guard frame.count >= leastByteCount, let start = frame.baseAddress else {
      throw .frameTooShort(byteCount: frame.count, needed: leastByteCount)
    }
    return start
  }
}
