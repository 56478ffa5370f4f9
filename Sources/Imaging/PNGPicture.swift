import CPNG
import Core

/// A PNG picture that is read a part at a time, and reduced to grey samples on the way.
///
/// Its colours are taken as they stand, whatever profile it has. What is transparent has grey behind it. An interlaced
/// picture takes no more memory than another.
package final class PNGPicture {
  /// Pixels that it may have: those of a camera with 24 megapixels.
  package static let mostPixels = 24_000_000
  /// Length, name and content of the chunk that comes first in every picture.
  private static let header = (length: 13, name: 0x4948_4452, end: 29)

  /// Pixels a row, and rows.
  package let width, height: Int
  /// Arrangement of the samples: grey ones, and chroma that says so.
  let layout: FrameLayout
  private let samples: Memory<UInt8>
  /// The reading under way; nil once the picture is whole.
  private var reduction: OpaquePointer?

  /// Whether `bytes` are those of a PNG file, or of the beginning of one.
  package static func isBegun(by bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.starts(with: PNGWriter.signature)
  }

  /// A picture in `bytes`, of which nothing but the size is read.
  ///
  /// - Parameter mostSamples: how many it comes to at most; a larger one is reduced.
  package init(
    _ bytes: UnsafeRawBufferPointer, mostSamples: Int = 1 << 22
  ) throws(ImagingError) {
    (width, height) = try PNGPicture.size(of: bytes)
    let factor = PNGPicture.factor(width, height, mostSamples)
    let (columns, rows) = ((width + factor - 1) / factor, (height + factor - 1) / factor)
    layout = FrameLayout(format: .yu12, width: columns, height: rows, bytesPerLine: columns)
    try layout.checkShape()
    let chroma = 2 * layout.chromaBytesPerLine * layout.chromaHeight
    samples = Memory(count: columns * rows + chroma)
    (samples.start + columns * rows).initialize(repeating: 128, count: chroma)
    reduction = reduction_create(UInt32(width), UInt32(height), UInt32(factor))
    guard reduction != nil else { throw .codec("no memory for a PNG picture") }
  }

  /// The picture in `bytes`, read to the end.
  convenience init(whole bytes: UnsafeRawBufferPointer) throws(ImagingError) {
    try self.init(bytes)
    while try !advance(bytes) {}
  }

  deinit { if let reduction { reduction_destroy(reduction) } }

  /// Reads about `pixelCount` pixels more of `bytes`, which are the same each time; blocks for some milliseconds of
  /// computing, about ten for a million pixels on a PC.
  ///
  /// - Returns: whether the picture is whole now, to its last byte.
  package func advance(
    _ bytes: UnsafeRawBufferPointer, pixelCount: Int = mostPixels
  ) throws(ImagingError) -> Bool {
    guard let reduction else { return true }
    let state = reduction_advance(
      reduction, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count,
      UInt32(clamping: pixelCount))
    switch state {
    case REDUCTION_GOES_ON: return false
    case REDUCTION_WHOLE:
      reduction_take(reduction, samples.start)
      reduction_destroy(reduction)
      self.reduction = nil
      return true
    case REDUCTION_CUT: throw .notDecodable(.truncated(at: bytes.count))
    default: throw .codec(String(cString: reduction_words(reduction)))
    }
  }

  /// The samples as a raw frame of `layout`, once the picture is whole; valid as long as this value lives.
  var frame: UnsafeRawBufferPointer {
    precondition(reduction == nil, "the picture is not whole yet")
    return UnsafeRawBufferPointer(start: samples.start, count: samples.count)
  }

  /// Pixels a side of what becomes a sample.
  private static func factor(_ width: Int, _ height: Int, _ mostSamples: Int) -> Int {
    var factor = 1
    while (width + factor - 1) / factor * ((height + factor - 1) / factor) > mostSamples {
      factor += 1
    }
    return factor
  }

  /// The size that the header says, which must be one that is read (ISO/IEC 15948, 11.2.2).
  private static func size(
    of bytes: UnsafeRawBufferPointer
  ) throws(ImagingError) -> (width: Int, height: Int) {
    guard bytes.count >= header.end else { throw .notDecodable(.truncated(at: bytes.count)) }
    let word = { (offset: Int) in
      Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
    guard isBegun(by: bytes), word(8) == header.length, word(12) == header.name else {
      throw .notDecodable(.markerExpected(at: 8))
    }
    let (width, height) = (word(16), word(20))
    guard width > 0, height > 0 else { throw .sizeOutOfRange(width: width, height: height) }
    guard height <= mostPixels / width else {
      throw .tooManyPixels(width: width, height: height)
    }
    let longest = FrameLayout.longestSide
    guard width <= longest, height <= longest else {
      throw .sizeOutOfRange(width: width, height: height)
    }
    return (width, height)
  }
}
