import Core

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
  /// libjpeg-turbo refused, in its own words.
  case codec(String)
}
