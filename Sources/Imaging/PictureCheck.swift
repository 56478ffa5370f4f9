import CJPEGCheck
import Core

/// Whether a JPEG picture is whole: whether a decoder gets through all of it and finds nothing to blame.
///
/// What lies between a picture's two ends is looked at only where it matters, since that takes as long as
/// reading all of its coefficients: a few milliseconds a megapixel. Memory is a row of its blocks, or up to
/// 64 MB where it has several scans.
package enum PictureCheck {
  /// So many bytes that belong to nothing may stand in one place.
  ///
  /// Many webcams leave some before a marker in every picture. More are a part that was lost.
  static let tolerableByteCount = PICTURE_SURPLUS_LIMIT

  /// The structure of a picture in a file or of a frame, which must be whole as `check(complete:)` has it.
  ///
  /// One that leaves out the standard Huffman tables is read with them.
  package static func check(
    _ picture: UnsafeRawBufferPointer
  ) throws(ImagingError) -> JPEGStructure {
    let structure = try JPEGStructure(of: picture)
    try structure.withHuffmanTables(in: picture) { (complete, _) throws(ImagingError) in
      try check(complete: complete)
    }
    return structure
  }

  /// Throws the first flaw of `picture` unless all of it can be read, from its start to its end marker,
  /// without damage, and nothing but zeros follows.
  ///
  /// Bytes that belong to nothing are tolerated, up to `tolerableByteCount` in one place. Damage that
  /// leaves a picture in which each code has a meaning and each block a possible brightness can't be seen,
  /// and a few bytes changed often do.
  ///
  /// - Parameter picture: with its Huffman tables.
  package static func check(complete picture: UnsafeRawBufferPointer) throws(ImagingError) {
    let finding = picture_check(
      picture.baseAddress?.assumingMemoryBound(to: UInt8.self), picture.count)
    if let error = error(for: finding) { throw error }
  }

  private static func error(for finding: picture_finding) -> ImagingError? {
    switch finding.flaw {
    case PICTURE_WHOLE: nil
    case PICTURE_SURPLUS: .surplus(byteCount: Int(finding.byte_count))
    case PICTURE_NOISE: .noise
    case PICTURE_SCANS: .tooManyScans
    default: .codec(words(of: finding))
    }
  }

  private static func words(of finding: picture_finding) -> String {
    withUnsafeBytes(of: finding.words) { words in
      String(decoding: words.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
