/// Why bytes are not a JPEG picture that can be kept, each with the offset where that was seen.
package enum JPEGError: Error, Hashable, Sendable {
  /// They do not begin with a start-of-image marker.
  case notJPEG
  /// They end before the header of the first scan does.
  case truncated(at: Int)
  /// A marker should begin here and does not.
  case markerExpected(at: Int)
  /// This marker cannot stand in a header.
  case markerMisplaced(UInt8, at: Int)
  /// The length or contents of this marker's segment contradict themselves.
  case segmentMalformed(UInt8, at: Int)
  /// A scan begins before any frame header said what the picture is.
  case frameHeaderMissing(at: Int)
  /// A second frame header contradicts the first.
  case frameHeaderRepeated(at: Int)
}
