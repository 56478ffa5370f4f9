import CJPEG

/// Whether a JPEG picture is whole: whether a decoder gets through all of it.
///
/// What lies between a frame's two ends is looked at only where it matters, since that takes as long as
/// reading all of the picture's numbers: a few milliseconds a megapixel.
package enum PictureCheck {
  /// So many bytes too many before a marker are a camera's untidiness; more are a part that was lost.
  static let tolerableByteCount = 64

  /// Throws, in the library's words, unless all of `picture` can be decoded.
  ///
  /// - Parameters:
  ///   - picture: with its Huffman tables.
  ///   - structure: of the picture, for its size.
  package static func check(
    _ picture: UnsafeRawBufferPointer, _ structure: JPEGStructure
  ) throws(ImagingError) {
    let codec = try Codec(owning: tjInitDecompress())
    // At an eighth the numbers are read and hardly anything is calculated.
    let (width, height) = ((structure.width + 7) / 8, (structure.height + 7) / 8)
    let plane = Memory<UInt8>(count: width * height)
    let result = tjDecompress2(
      codec.handle, picture.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(picture.count),
      plane.start, Int32(width), Int32(width), Int32(height), Int32(TJPF_GRAY.rawValue),
      TJFLAG_LIMITSCANS)
    guard result != 0 else { return }
    let complaint = codec.complaint
    guard codec.hasOnlyWarned, isTolerable(complaint) else { throw .codec(complaint) }
  }

  /// Whether the library's words tell of a few bytes too many, which many webcams send in every picture.
  ///
  /// The words are "Corrupt JPEG data: 2 extraneous bytes before marker 0xd9"; there is no number for it.
  static func isTolerable(_ warning: String) -> Bool {
    let words = warning.split(separator: " ")
    guard let place = words.firstIndex(of: "extraneous"), place > words.startIndex,
      let count = Int(words[place - 1])
    else { return false }
    return count <= tolerableByteCount
  }
}
