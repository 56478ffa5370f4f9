import CJPEG
import Core

/// Cuts a part out of a JPEG picture without decoding it: the coefficients of its blocks are copied as they are, so
/// nothing is lost by a second encoding, and what is seen in the part is what the camera sent.
///
/// Blocks can't be divided, so the part grows to whole ones.
package enum JPEGCrop {
  /// All coefficients of a picture are in memory at once, two bytes each; no camera's picture has more pixels.
  static let mostPixels = 1 << 25

  /// What is in `area` of `picture`, which must be whole as `PictureCheck.check(complete:)` has it, and all else that
  /// the blocks have in which it lies.
  ///
  /// Blocks for some milliseconds of computing. Segments that belong to nothing in the crop, such as Exif, are left
  /// out. A picture whose components are arranged in a way that TurboJPEG doesn't know is refused.
  package static func crop(
    _ picture: UnsafeRawBufferPointer, to area: PixelArea
  ) throws(ImagingError) -> PictureCrop {
    let frame = try header(of: picture)
    guard frame.width * frame.height <= mostPixels, area.isInside(frame) else {
      throw .sizeOutOfRange(width: frame.width, height: frame.height)
    }
    let whole = area.grown(
      toBlocks: frame.unitWidth, frame.unitHeight, in: frame.width, frame.height)
    let jpeg = try transformed(picture, to: whole)
    try check(jpeg, whole)
    return PictureCrop(jpeg: jpeg, area: whole)
  }

  static func header(
    of picture: UnsafeRawBufferPointer
  ) throws(ImagingError) -> JPEGFrameHeader {
    var header = JPEGHeader(picture)
    do { return try header.readToScan() } catch { throw .notDecodable(error) }
  }

  private static func transformed(
    _ picture: UnsafeRawBufferPointer, to area: PixelArea
  ) throws(ImagingError) -> [UInt8] {
    let codec = try Codec(owning: tjInitTransform())
    var transform = tjtransform()
    transform.r = tjregion(
      x: Int32(area.x), y: Int32(area.y), w: Int32(area.width), h: Int32(area.height))
    transform.op = Int32(TJXOP_NONE.rawValue)
    transform.options = TJXOPT_CROP | TJXOPT_COPYNONE
    var (output, byteCount): (UnsafeMutablePointer<UInt8>?, UInt) = (nil, 0)
    let result = tjTransform(
      codec.handle, picture.baseAddress?.assumingMemoryBound(to: UInt8.self),
      UInt(picture.count), 1, &output, &byteCount, &transform, 0)
    defer { tjFree(output) }
    try codec.checkAllowingWarnings(result)
    return Array(UnsafeBufferPointer(start: output, count: Int(byteCount)))
  }

  /// The library moves the area to what it believes to be the borders of blocks.
  private static func check(_ jpeg: [UInt8], _ area: PixelArea) throws(ImagingError) {
    let result = jpeg.withUnsafeBytes { bytes in
      Result { () throws(ImagingError) in
        let frame = try header(of: bytes)
        guard frame.width == area.width, frame.height == area.height else {
          throw ImagingError.sizeMismatch(width: frame.width, height: frame.height)
        }
        try PictureCheck.check(complete: bytes)
      }
    }
    try result.get()
  }
}

extension PixelArea {
  fileprivate func isInside(_ frame: JPEGFrameHeader) -> Bool {
    x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= frame.width
      && y + height <= frame.height
  }
}
