import Core

/// A frame as a JPEG picture that is good enough to find something in, and cheap to make.
package enum SmallPicture {
  /// A raw frame is reduced until it has fewer than twice so many pixels a row.
  private static let width = 640
  private static let quality = 80

  /// `frame`, of `layout`: raw ones small, a JPEG one as the camera has sent it.
  ///
  /// Blocks for some milliseconds of computing.
  package static func jpeg(
    of frame: UnsafeRawBufferPointer, _ layout: FrameLayout
  ) throws(ImagingError) -> [UInt8] {
    guard layout.format != .mjpeg else {
      return try CameraJPEG.withPicture(in: frame) { (picture, _, _) throws(ImagingError) in
        Array(picture)
      }
    }
    let start = try layout.checkedStart(of: frame)
    let step = max(1, layout.width / width)
    let (columns, rows) = (layout.width / step, max(1, layout.height / step))
    let small = FrameLayout(format: .yu12, width: columns, height: rows, bytesPerLine: columns)
    let samples = samples(of: start, layout, step, small)
    return try samples.withUnsafeBytes { bytes in
      Result { () throws(ImagingError) in try JPEGEncoder.jpeg(of: bytes, small, quality: quality) }
    }.get()
  }

  /// Every so many pixels one, as three planes.
  private static func samples(
    of start: UnsafeRawPointer, _ layout: FrameLayout, _ step: Int, _ small: FrameLayout
  ) -> [UInt8] {
    var samples: [UInt8] = []
    for row in 0..<small.height {
      for column in 0..<small.width {
        samples.append(
          start.load(fromByteOffset: layout.luma(column * step, row * step), as: UInt8.self))
      }
    }
    for kind in 0..<2 {
      for row in 0..<small.chromaHeight {
        for column in 0..<small.chromaBytesPerLine {
          let (x, y) = (
            min(2 * column * step, layout.width - 1), min(2 * row * step, layout.height - 1)
          )
          samples.append(start.load(fromByteOffset: layout.chroma(x, y, kind), as: UInt8.self))
        }
      }
    }
    return samples
  }
}

extension FrameLayout {
  /// Where the luma of a pixel is in a raw frame.
  fileprivate func luma(_ x: Int, _ y: Int) -> Int {
    y * bytesPerLine + (format == .yuyv ? 2 * x : x)
  }

  /// Where the chroma of a pixel is, of kind 0 U, of kind 1 V.
  fileprivate func chroma(_ x: Int, _ y: Int, _ kind: Int) -> Int {
    let planes = height * bytesPerLine
    return switch format {
    case .yuyv: y * bytesPerLine + x / 2 * 4 + 1 + 2 * kind
    case .nv12: planes + y / 2 * bytesPerLine + x / 2 * 2 + kind
    case .yu12, .mjpeg:
      planes + (kind * chromaHeight + y / 2) * chromaBytesPerLine + x / 2
    }
  }
}
