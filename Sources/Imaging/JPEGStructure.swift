/// What the header of a JPEG picture says, read from its start to its first scan.
///
/// Nothing is decoded and nothing is believed: every length is compared with the bytes that are there.
/// Source: ITU-T T.81, annex B.
package struct JPEGStructure: Hashable, Sendable {
  /// Pixels a row, 1…65 535.
  package let width: Int
  /// Rows, 1…65 535.
  package let height: Int
  /// Whether it is a baseline picture, for which standard Huffman tables exist.
  let isBaseline: Bool
  /// Whether it brings a Huffman table (`DHT`); many webcams leave them out.
  let hasHuffmanTables: Bool
  /// Where the marker of the first scan (`SOS`) begins, and missing tables belong.
  let scanOffset: Int
  /// Where the compressed data of that scan begin.
  let dataOffset: Int
  /// Where the picture ends, just past its end marker (`EOI`); nil if it has none and is cut off.
  ///
  /// Zero bytes may follow, with which some webcams fill up their packets.
  package let endOffset: Int?
  /// The bytes that were parsed, padding included.
  package let byteCount: Int

  /// Parses the header of `bytes`.
  ///
  /// A picture without its end marker is parsed, and says so: see `endOffset`.
  package init(parsing bytes: UnsafeRawBufferPointer) throws(JPEGError) {
    var header = JPEGHeader(bytes)
    let frame = try header.readToScan()
    width = frame.width
    height = frame.height
    isBaseline = frame.marker == JPEGMarker.baselineFrame
    hasHuffmanTables = header.hasHuffmanTables
    scanOffset = header.scanOffset
    dataOffset = header.reader.offset
    endOffset = JPEGStructure.end(of: bytes, after: dataOffset)
    byteCount = bytes.count
  }

  /// Parses the header of `bytes`, with an error that others can share.
  package init(of bytes: UnsafeRawBufferPointer) throws(ImagingError) {
    do {
      self = try JPEGStructure(parsing: bytes)
    } catch {
      throw .notDecodable(error)
    }
  }

  /// Just past the last end marker, if nothing but zeros follows it and it lies after `scan`.
  private static func end(of bytes: UnsafeRawBufferPointer, after scan: Int) -> Int? {
    var end = bytes.count
    while end > scan, bytes[end - 1] == 0 { end -= 1 }
    guard end - 2 >= scan, bytes[end - 2] == 0xFF, bytes[end - 1] == JPEGMarker.endOfImage else {
      return nil
    }
    return end
  }
}
