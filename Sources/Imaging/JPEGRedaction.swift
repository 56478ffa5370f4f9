import CJPEG
import Core

/// Makes parts of a JPEG picture blank without decoding it: all coefficients of their blocks become 0, those of all other
/// blocks are copied as they are.
///
/// A block of zeros is grey and even, and nothing of what was there is left in any bit of the copy: pictures that differ
/// in these parts alone become the same bytes. A mosaic would not do; faces are recognised in one of eight pixels.
package enum JPEGRedaction {
  /// `picture`, which must be whole as `PictureCheck.check(complete:)` has it, with each of `areas` blank, which are
  /// counted in the picture as it is stored and grow to whole blocks.
  ///
  /// Blocks for some milliseconds of computing. Segments that belong to no pixel, such as Exif with its thumbnail, are
  /// left out, and so is what comes behind the picture. One whose components are arranged in a way that TurboJPEG
  /// doesn't know is refused.
  package static func redacted(
    _ picture: UnsafeRawBufferPointer, _ areas: [PixelArea]
  ) throws(ImagingError) -> RedactedPicture {
    let frame = try JPEGCrop.header(of: picture)
    guard frame.width * frame.height <= JPEGCrop.mostPixels else {
      throw .sizeOutOfRange(width: frame.width, height: frame.height)
    }
    let whole = areas.compactMap { $0.clipped(to: frame) }.map {
      $0.grown(toBlocks: frame.unitWidth, frame.unitHeight, in: frame.width, frame.height)
    }
    let jpeg = try transformed(picture, whole, isProgressive: frame.isProgressive)
    let result = jpeg.withUnsafeBytes { bytes in
      Result { () throws(ImagingError) in try JPEGCrop.header(of: bytes) }
    }
    let made = try result.get()
    guard made.width == frame.width, made.height == frame.height else {
      throw .sizeMismatch(width: made.width, height: made.height)
    }
    return RedactedPicture(jpeg: jpeg, areas: whole)
  }

  private static func transformed(
    _ picture: UnsafeRawBufferPointer, _ areas: [PixelArea], isProgressive: Bool
  ) throws(ImagingError) -> [UInt8] {
    let codec = try Codec(owning: tjInitTransform())
    let bytes = picture.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let blank = BlankBlocks(areas, chroma: try chromaBlock(of: picture, codec))
    var transform = tjtransform()
    transform.op = Int32(TJXOP_NONE.rawValue)
    transform.options = TJXOPT_COPYNONE | (isProgressive ? TJXOPT_PROGRESSIVE : 0)
    transform.data = Unmanaged.passUnretained(blank).toOpaque()
    transform.customFilter = { coefficients, region, _, component, _, transform in
      guard let coefficients, let data = transform?.pointee.data else { return -1 }
      Unmanaged<BlankBlocks>.fromOpaque(data).takeUnretainedValue()
        .clear(coefficients, region, ofChroma: component == 1 || component == 2)
      return 0
    }
    var (output, byteCount): (UnsafeMutablePointer<UInt8>?, UInt) = (nil, 0)
    let result = withExtendedLifetime(blank) {
      tjTransform(codec.handle, bytes, UInt(picture.count), 1, &output, &byteCount, &transform, 0)
    }
    defer { tjFree(output) }
    try codec.check(result)
    return Array(UnsafeBufferPointer(start: output, count: Int(byteCount)))
  }

  /// The pixels of the picture that a block of chroma stands for, across and down.
  private static func chromaBlock(
    of picture: UnsafeRawBufferPointer, _ codec: borrowing Codec
  ) throws(ImagingError) -> (width: Int, height: Int) {
    let bytes = picture.baseAddress?.assumingMemoryBound(to: UInt8.self)
    var (width, height, sampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    try codec.check(
      tjDecompressHeader3(
        codec.handle, bytes, UInt(picture.count), &width, &height, &sampling, &colours))
    return switch UInt32(bitPattern: sampling) {
    case TJSAMP_444.rawValue, TJSAMP_GRAY.rawValue: (8, 8)
    case TJSAMP_422.rawValue: (16, 8)
    case TJSAMP_420.rawValue: (16, 16)
    case TJSAMP_440.rawValue: (8, 16)
    case TJSAMP_411.rawValue: (32, 8)
    default: throw .codec("its colours are arranged in a way that is not known")
    }
  }
}

/// A picture of which parts are blank.
package struct RedactedPicture: Hashable, Sendable {
  /// The file.
  package let jpeg: [UInt8]
  /// The blank parts, in the picture as it is stored.
  package let areas: [PixelArea]
}

/// Which blocks of a picture become blank: lent to the library for a call.
private final class BlankBlocks {
  private let areas: [PixelArea]
  private let chroma: (width: Int, height: Int)

  init(_ areas: [PixelArea], chroma: (width: Int, height: Int)) {
    (self.areas, self.chroma) = (areas, chroma)
  }

  /// Clears those of some rows of blocks, 64 numbers each, which stand in `region` of their component.
  func clear(_ coefficients: UnsafeMutablePointer<Int16>, _ region: tjregion, ofChroma: Bool) {
    let size = ofChroma ? chroma : (width: 8, height: 8)
    let (columns, rows) = (Int(region.w) / 8, Int(region.h) / 8)
    let (left, top) = (Int(region.x) / 8, Int(region.y) / 8)
    for area in areas {
      let down = BlankBlocks.blocks(area.y, area.height, size.height, top, rows)
      let across = BlankBlocks.blocks(area.x, area.width, size.width, left, columns)
      for row in down {
        (coefficients + 64 * (row * columns + across.lowerBound))
          .update(repeating: 0, count: 64 * across.count)
      }
    }
  }

  /// The blocks of `count` from `first` on that have pixels of `start..<start + length`.
  private static func blocks(
    _ start: Int, _ length: Int, _ size: Int, _ first: Int, _ count: Int
  ) -> Range<Int> {
    let lower = min(max(0, start / size - first), count)
    let end = (start + length + size - 1) / size - first
    return lower..<min(max(lower, end), count)
  }
}

extension PixelArea {
  /// The part of it that is in the picture; nil where none is.
  fileprivate func clipped(to frame: JPEGFrameHeader) -> PixelArea? {
    let (left, top) = (max(0, x), max(0, y))
    let (right, bottom) = (min(x + width, frame.width), min(y + height, frame.height))
    guard left < right, top < bottom else { return nil }
    return PixelArea(x: left, y: top, width: right - left, height: bottom - top)
  }
}
