import Core
import Glibc

/// A camera's JPEG frame as a picture that stands alone: from its start marker to its end marker, with its tables.
///
/// Many cameras send more behind the picture, zeros or what an earlier frame left there; some leave out the end marker,
/// and some the Huffman tables. What is changed of that is said, and every other byte is as the camera sent it.
package enum CameraJPEG {
  /// Lends the picture in `frame` to `body`; the bytes are valid until it returns.
  ///
  /// Nothing is decoded: of a damaged frame comes a damaged picture.
  package static func withPicture<Answer>(
    in frame: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer, JPEGStructure, PictureChanges) throws(ImagingError) -> Answer
  ) throws(ImagingError) -> Answer {
    var changes = PictureChanges()
    let structure = try JPEGStructure(of: frame)
    if let end = structure.firstEnd(in: frame) {
      changes.cutByteCount = frame.count - end
      return try complete(UnsafeRawBufferPointer(rebasing: frame[..<end]), changes, body)
    }
    let end = endOfData(in: frame, from: structure.dataOffset)
    (changes.cutByteCount, changes.hasAddedEnd) = (frame.count - end, true)
    let picture = UnsafeMutableRawBufferPointer.allocate(byteCount: end + 2, alignment: 16)
    defer { picture.deallocate() }
    picture.copyBytes(from: frame[..<end])
    (picture[end], picture[end + 1]) = (0xFF, JPEGMarker.endOfImage)
    return try complete(UnsafeRawBufferPointer(picture), changes, body)
  }

  /// Whether the picture in `frame` is whole, as `PictureCheck` has it; blocks for some milliseconds of computing.
  package static func isWhole(_ frame: UnsafeRawBufferPointer) -> Bool {
    do throws(ImagingError) {
      try withPicture(in: frame) { (picture, _, _) throws(ImagingError) in
        try PictureCheck.check(complete: picture)
      }
      return true
    } catch {
      return false
    }
  }

  private static func complete<Answer>(
    _ picture: UnsafeRawBufferPointer, _ changes: PictureChanges,
    _ body: (UnsafeRawBufferPointer, JPEGStructure, PictureChanges) throws(ImagingError) -> Answer
  ) throws(ImagingError) -> Answer {
    let structure = try JPEGStructure(of: picture)
    return try structure.withHuffmanTables(in: picture) {
      (complete, wereInserted) throws(ImagingError) in
      var changes = changes
      changes.hasInsertedTables = wereInserted
      return try body(complete, structure, changes)
    }
  }

  /// The end of `frame` without the zeros that fill it up; compressed data may end in a few of its own.
  private static func endOfData(in frame: UnsafeRawBufferPointer, from start: Int) -> Int {
    var end = frame.count
    while end > start, frame[end - 1] == 0, frame[end - 2] == 0, frame[end - 3] == 0 { end -= 1 }
    return end
  }
}

extension JPEGStructure {
  /// Just past the first end marker of `picture` after the header of its first scan; nil if there is none.
  ///
  /// In compressed data a byte 0xFF is followed by a zero, or by the number of a restart; between two scans
  /// stand segments with a length (T.81, B.1.1). What contradicts that has no end here.
  ///
  /// - Parameter picture: the bytes that this structure was parsed from.
  func firstEnd(in picture: UnsafeRawBufferPointer) -> Int? {
    var offset = scanOffset
    while let marker = JPEGStructure.marker(in: picture, from: offset), marker + 1 < picture.count {
      let code = picture[marker + 1]
      offset = marker + 2
      switch code {
      case JPEGMarker.endOfImage: return offset
      case 0xFF: offset = marker + 1
      case 0x00, 0x01, 0xD0...0xD7: continue
      default:
        guard let next = JPEGStructure.end(ofSegmentAt: offset, in: picture) else { return nil }
        offset = next
      }
    }
    return nil
  }

  /// Where the next byte 0xFF stands: the C library looks for it faster than a loop over bytes, and a clip looks at
  /// every byte of every frame.
  private static func marker(in picture: UnsafeRawBufferPointer, from offset: Int) -> Int? {
    guard offset < picture.count, let start = picture.baseAddress else { return nil }
    let found = memchr(start + offset, 0xFF, picture.count - offset)
    return found.map { start.distance(to: UnsafeRawPointer($0)) }
  }

  /// - Parameter offset: where its length stands, which counts itself.
  private static func end(
    ofSegmentAt offset: Int, in picture: UnsafeRawBufferPointer
  ) -> Int? {
    guard offset + 2 <= picture.count else { return nil }
    let length = Int(picture[offset]) << 8 | Int(picture[offset + 1])
    guard length >= 2, offset + length <= picture.count else { return nil }
    return offset + length
  }
}
