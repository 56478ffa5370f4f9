import CJPEG
import Core

/// Tells what a picture is like, and where it differs from the one that was looked at before.
package struct PictureMeasure: ~Copyable {
  private var thumbnailer: Thumbnailer?
  private var layout: FrameLayout?
  private var latest: Thumbnail?

  /// One that has seen nothing.
  package init() {}

  /// What is measured of `frame`, which has `layout`.
  ///
  /// Blocks for some milliseconds of computing. A frame that can't be read is none.
  package mutating func facts(
    in frame: UnsafeRawBufferPointer, _ layout: FrameLayout
  ) throws(ImagingError) -> PictureFacts {
    if layout != self.layout {
      thumbnailer = try Thumbnailer(layout: layout)
      (self.layout, latest) = (layout, nil)
    }
    guard let thumbnail = try thumbnailer?.thumbnail(of: frame) else {
      throw .sizeMismatch(width: 0, height: 0)
    }
    let before = latest
    latest = thumbnail
    return PictureFacts(
      mean: thumbnail.mean, sharpness: try FineContrast.sharpness(of: frame, layout),
      movement: before.flatMap { thumbnail.movement(since: $0) })
  }
}

extension Thumbnail {
  /// From this part of the cells on, in thousandths, something moves; from the other on everything does.
  private static let leastMoved = 5, mostMoved = 500

  /// Their mean luma, 0 to 255.
  var mean: Int {
    luma.isEmpty ? 0 : luma.reduce(0) { $0 + Int($1) } / luma.count
  }

  /// Where it differs from `old`; nil if the shapes do.
  func movement(since old: Thumbnail) -> PictureFacts.Movement? {
    guard width == old.width, height == old.height, !luma.isEmpty else { return nil }
    var (count, columns, rows) = (0, 0, 0)
    for index in luma.indices where Self.differs(Int(luma[index]), from: Int(old.luma[index])) {
      count += 1
      columns += index % width
      rows += index / width
    }
    let perMille = count * 1000 / luma.count
    if perMille < Thumbnail.leastMoved { return .nowhere }
    if perMille > Thumbnail.mostMoved { return .everywhere }
    return .around(
      PicturePart(column: columns * 3 / (count * width), row: rows * 3 / (count * height)))
  }
}

/// How much of a picture's contrast from left to right is fine.
enum FineContrast {
  /// Half the distance of what counts as fine, and as coarse, in samples.
  private static let fine = 1, coarse = 8
  /// Every so manieth row is looked at.
  private static let step = 4
  /// A picture is decoded to at most so many samples a row.
  private static let widest = 1280
  /// Coarse contrast, as the mean square of a difference, under which there is only noise.
  private static let least = 30

  /// The sum of squares of fine differences in thousandths of that of coarse ones; nil where there are none.
  static func sharpness(
    of frame: UnsafeRawBufferPointer, _ layout: FrameLayout
  ) throws(ImagingError) -> Int? {
    let start = try layout.checkedStart(of: frame)
    switch layout.format {
    case .yuyv: return ratio(start, layout.width, layout.height, layout.bytesPerLine, spacing: 2)
    case .nv12, .yu12: return ratio(start, layout.width, layout.height, layout.bytesPerLine)
    case .mjpeg: return try decoded(frame, layout)
    }
  }

  private static func decoded(
    _ frame: UnsafeRawBufferPointer, _ layout: FrameLayout
  ) throws(ImagingError) -> Int? {
    var scale = 1
    while layout.width / scale > widest, scale < 8 { scale *= 2 }
    let (width, height) = (
      (layout.width + scale - 1) / scale, (layout.height + scale - 1) / scale
    )
    let plane = Memory<UInt8>(count: width * height)
    let codec = try Codec(owning: tjInitDecompress())
    try codec.checkAllowingWarnings(
      tjDecompress2(
        codec.handle, frame.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(frame.count),
        plane.start, Int32(width), Int32(width), Int32(height), Int32(TJPF_GRAY.rawValue),
        TJFLAG_LIMITSCANS))
    return ratio(plane.start, width, height, width)
  }

  private static func ratio(
    _ luma: UnsafeRawPointer, _ width: Int, _ height: Int, _ bytesPerLine: Int, spacing: Int = 1
  ) -> Int? {
    var (fineSum, coarseSum, count) = (0, 0, 0)
    guard width > 2 * coarse else { return nil }
    for row in stride(from: 0, to: height, by: step) {
      let samples = (luma + row * bytesPerLine).assumingMemoryBound(to: UInt8.self)
      func difference(_ column: Int, _ reach: Int) -> Int {
        Int(samples[(column + reach) * spacing]) - Int(samples[(column - reach) * spacing])
      }
      for column in coarse..<(width - coarse) {
        let (near, far) = (difference(column, fine), difference(column, coarse))
        fineSum += near * near
        coarseSum += far * far
      }
      count += width - 2 * coarse
    }
    return coarseSum < least * count ? nil : fineSum * 1000 / coarseSum
  }
}
