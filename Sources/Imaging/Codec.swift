import CJPEG
import Core

/// A compressor or decompressor of TurboJPEG.
struct Codec: ~Copyable {
  /// TurboJPEG's handle, valid as long as this value lives: lent, never kept.
  let handle: tjhandle

  /// Takes over what `tjInitCompress` or `tjInitDecompress` returned.
  init(owning handle: tjhandle?) throws(ImagingError) {
    guard let handle else { throw .codec("no memory for a JPEG codec") }
    self.handle = handle
  }

  deinit {
    // It fails for a null handle only.
    _ = tjDestroy(handle)
  }

  /// Throws in the library's own words unless `result` is 0.
  func check(_ result: Int32) throws(ImagingError) {
    guard result == 0 else { throw .codec(String(cString: tjGetErrorStr2(handle))) }
  }

  /// As `check`, but lets a warning pass: the library has then decoded what there was.
  func checkAllowingWarnings(_ result: Int32) throws(ImagingError) {
    guard tjGetErrorCode(handle) != Int32(TJERR_WARNING.rawValue) else { return }
    try check(result)
  }
}

/// Memory for numbers, allocated once and freed with its owner.
///
/// It is not filled at first: the kernel gives a page when it is written, so that room for the worst
/// case costs addresses and no memory until the worst case comes.
struct Memory<Number: FixedWidthInteger>: ~Copyable {
  /// The first number, valid as long as this value lives: lent, never kept.
  let start: UnsafeMutablePointer<Number>
  /// How many numbers there is room for.
  let count: Int

  /// Allocates room for `count` numbers, which may be none.
  init(count: Int) {
    start = .allocate(capacity: count)
    self.count = count
  }

  deinit {
    start.deallocate()
  }
}

/// Why a picture could not be encoded or reduced.
package enum ImagingError: Error, Hashable, Sendable {
  /// The encoder was asked for a format that has no raw pixels to encode.
  case formatNotEncodable(PixelFormat)
  /// A side is 0 or longer than JPEG allows.
  case sizeOutOfRange(width: Int, height: Int)
  /// `bytesPerLine` cannot hold a row of the format, or is beyond any camera's.
  case bytesPerLineOutOfRange(Int, needed: Int)
  /// The quality is not one of 1…100.
  case qualityOutOfRange(Int)
  /// The frame has fewer bytes than its layout promises.
  case frameTooShort(byteCount: Int, needed: Int)
  /// The JPEG picture inside the frame has another size than the camera agreed to.
  case sizeMismatch(width: Int, height: Int)
  /// An MJPEG frame is no JPEG picture.
  case notDecodable(JPEGError)
  /// So many bytes in one place of a picture belong to nothing: a part of it was lost.
  case surplus(byteCount: Int)
  /// A block of a picture is brighter or darker than can be, as it is after a damaged part.
  case noise
  /// A picture comes in more passes than any camera's, each of which costs the time of a whole picture.
  case tooManyScans
  /// A PNG picture has more pixels than are read of one.
  case tooManyPixels(width: Int, height: Int)
  /// A file is of no kind that is drawn.
  case kindUnknown
  /// libjpeg-turbo or libpng refused, in its own words.
  case codec(String)

  /// What is wrong, for people.
  package var reason: Phrase {
    switch self {
    case .formatNotEncodable(let format):
      Phrase("picture.format", "its format \(format.rawValue) has no raw pixels")
    case .sizeOutOfRange(let width, let height):
      Phrase("picture.size", "its size is \(width)×\(height), which does not fit")
    case .sizeMismatch(let width, let height):
      Phrase("picture.other-size", "its size is \(width)×\(height), not the camera's")
    case .bytesPerLineOutOfRange(let byteCount, let needed),
      .frameTooShort(let byteCount, let needed):
      Phrase("picture.short", "it has \(byteCount) bytes where \(needed) are needed")
    case .qualityOutOfRange(let quality):
      Phrase("picture.quality", "the quality \(quality) is not one of 1 to 100")
    case .notDecodable(let error): error.reason
    case .surplus(let byteCount):
      Phrase(
        "picture.surplus",
        "it has \(byteCount) \(byteCount, one: "byte", many: "bytes") more than belong to it")
    case .noise: Phrase("picture.noise", "a part of it is noise")
    case .tooManyScans: Phrase("picture.scans", "it has too many scans")
    case .tooManyPixels(let width, let height):
      Phrase(
        "picture.pixels",
        """
        it has \(width)×\(height) pixels; a PNG picture may have \(PNGPicture.mostPixels / 1_000_000) million
        """)
    case .kindUnknown: Phrase("picture.kind", "it is neither a JPEG nor a PNG picture")
    case .codec(let words): Phrase("picture.codec", "the decoder says: \(words)")
    }
  }
}
