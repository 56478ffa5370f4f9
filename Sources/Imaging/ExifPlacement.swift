/// Where Exif goes in a JPEG picture: the beginning of the copy, after which all of the picture follows as it was.
///
/// It comes behind the segment `APP0` of JFIF, which has to be the first, and in place of the Exif that the camera
/// may have sent: two would contradict each other, and programs differ in which they believe. Nothing else changes,
/// and nothing is decoded.
package struct ExifPlacement: Hashable, Sendable {
  /// So much of a picture's beginning is looked at: more than all segments that cameras put before their tables.
  package static let headByteCount = 1 << 18

  /// What the copy begins with, in place of the first `resumeOffset` bytes of the picture.
  package let beginning: [UInt8]
  /// Where the picture goes on unchanged.
  package let resumeOffset: Int

  /// Puts `segment` into the picture that begins with `head`; nil where that is no JPEG picture.
  ///
  /// - Parameter head: the first `headByteCount` bytes, or the whole picture where it is shorter.
  package init?(of segment: ExifSegment, in head: [UInt8]) {
    guard head.starts(with: [0xFF, JPEGMarker.startOfImage]) else { return nil }
    var kept: [UInt8] = [0xFF, JPEGMarker.startOfImage]
    var offset = kept.count
    var following: [UInt8] = []
    while let next = ExifPlacement.segment(in: head, at: offset) {
      offset = next.endIndex
      if ExifPlacement.isJFIF(next), following.isEmpty {
        kept += next
      } else if !ExifPlacement.isExif(next) {
        following += next
      }
    }
    beginning = kept + segment.bytes + following
    resumeOffset = offset
  }

  /// The segment at `offset`, if it is one of an application or a comment, and whole.
  private static func segment(in head: [UInt8], at offset: Int) -> ArraySlice<UInt8>? {
    guard offset + 4 <= head.count, head[offset] == 0xFF,
      JPEGMarker.isDescription(head[offset + 1])
    else { return nil }
    let length = Int(head[offset + 2]) << 8 | Int(head[offset + 3])
    guard length >= 2, offset + 2 + length <= head.count else { return nil }
    return head[offset..<offset + 2 + length]
  }

  private static func isJFIF(_ segment: ArraySlice<UInt8>) -> Bool {
    segment.dropFirst().first == JPEGMarker.application0
      && segment.dropFirst(4).starts(with: "JFIF\0".utf8)
  }

  private static func isExif(_ segment: ArraySlice<UInt8>) -> Bool {
    segment.dropFirst().first == JPEGMarker.application1
      && segment.dropFirst(4).starts(with: ExifSegment.identifier)
  }
}
