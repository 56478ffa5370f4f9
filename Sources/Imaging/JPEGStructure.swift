/// What the header of a JPEG picture says, read from its start to its first scan.
///
/// Nothing is decoded and nothing is believed: every length is compared with the bytes that are there.
/// Source: ITU-T T.81, annex B.
package struct JPEGStructure: Hashable, Sendable {
  /// Pixels a row, 1…65 535.
  package let width: Int
  /// Rows, 1…65 535.
  package let height: Int
  /// Components: 1 for grey, 3 for colour.
  package let componentCount: Int
  /// How much coarser chroma is sampled than luma.
  package let subsampling: JPEGSubsampling
  /// Whether it is a baseline picture, for which standard Huffman tables exist.
  package let isBaseline: Bool
  /// Whether it brings a quantization table (`DQT`); without one nothing can decode it.
  package let hasQuantizationTables: Bool
  /// Whether it brings a Huffman table (`DHT`); many webcams leave them out.
  package let hasHuffmanTables: Bool
  /// Where the marker of the first scan (`SOS`) begins, and missing tables belong.
  package let scanOffset: Int
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
    componentCount = frame.components.count
    subsampling = JPEGSubsampling(frame.components)
    isBaseline = frame.marker == JPEGMarker.baselineFrame
    hasQuantizationTables = header.hasQuantizationTables
    hasHuffmanTables = header.hasHuffmanTables
    scanOffset = header.scanOffset
    endOffset = JPEGStructure.end(of: bytes, after: header.reader.offset)
    byteCount = bytes.count
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

/// How much coarser chroma is sampled than luma.
package enum JPEGSubsampling: String, Hashable, Sendable {
  /// No chroma at all.
  case gray
  /// As finely as luma.
  case yuv444 = "4:4:4"
  /// Half as finely across.
  case yuv422 = "4:2:2"
  /// Half as finely across and down.
  case yuv420 = "4:2:0"
  /// Half as finely down.
  case yuv440 = "4:4:0"
  /// A quarter as finely across.
  case yuv411 = "4:1:1"
  /// Any other arrangement of components.
  case other

  /// The subsampling that the components' sampling factors, each of 1…4, amount to.
  init(_ components: [JPEGComponent]) {
    guard components.count == 3, components[1] == components[2] else {
      self = components.count == 1 ? .gray : .other
      return
    }
    let (luma, chroma) = (components[0], components[1])
    guard luma.across.isMultiple(of: chroma.across), luma.down.isMultiple(of: chroma.down) else {
      self = .other
      return
    }
    switch (luma.across / chroma.across, luma.down / chroma.down) {
    case (1, 1): self = .yuv444
    case (2, 1): self = .yuv422
    case (2, 2): self = .yuv420
    case (1, 2): self = .yuv440
    case (4, 1): self = .yuv411
    default: self = .other
    }
  }
}

/// The sampling factors of one component.
struct JPEGComponent: Equatable {
  let across, down: Int
}
