/// The frame header (`SOFn`) of a JPEG picture.
struct JPEGFrameHeader {
  let marker: UInt8
  let width, height: Int
  /// How many pixels across and down a unit of the compressed data stands for, where all components come in one scan.
  let unitWidth, unitHeight: Int

  /// Whether its coefficients come in several scans.
  var isProgressive: Bool { JPEGMarker.isProgressive(marker) }
}

/// The walk over the segments of a JPEG header, from the start of the image through its first scan header.
struct JPEGHeader {
  /// Where the walk is.
  private(set) var reader: JPEGReader
  /// What was met on the way.
  private(set) var hasHuffmanTables = false
  /// Where the marker of the scan begins, once `readToScan` has returned.
  private(set) var scanOffset = 0
  private var frame: JPEGFrameHeader?

  init(_ bytes: UnsafeRawBufferPointer) {
    reader = JPEGReader(bytes)
  }

  /// Walks through the header of the first scan and returns the frame header that came before it.
  ///
  /// Each segment takes at least four bytes, so the walk ends with the bytes if not before.
  mutating func readToScan() throws(JPEGError) -> JPEGFrameHeader {
    guard try reader.word() == 0xFF00 | Int(JPEGMarker.startOfImage) else { throw .notJPEG }
    while true {
      let start = reader.offset
      let marker = try reader.marker()
      if marker == JPEGMarker.startOfScan { return try readScan(at: start) }
      try readSegment(of: marker, at: start)
    }
  }

  private mutating func readSegment(of marker: UInt8, at start: Int) throws(JPEGError) {
    guard !JPEGMarker.standsAlone(marker) else { throw .markerMisplaced(marker, at: start) }
    let byteCount = try readLength(of: marker, at: start)
    switch marker {
    case JPEGMarker.huffmanTables: hasHuffmanTables = true
    case let code where JPEGMarker.isFrameHeader(code):
      return try readFrame(marker, byteCount: byteCount, at: start)
    default: break
    }
    try reader.skip(byteCount)
  }

  /// The bytes of a segment after its length, which counts itself.
  private mutating func readLength(of marker: UInt8, at start: Int) throws(JPEGError) -> Int {
    let length = try reader.word()
    guard length >= 2 else { throw .segmentMalformed(marker, at: start) }
    return length - 2
  }

  private mutating func readFrame(
    _ marker: UInt8, byteCount: Int, at start: Int
  ) throws(JPEGError) {
    guard frame == nil else { throw .frameHeaderRepeated(at: start) }
    // The precision of a sample comes first: 8 bits in every baseline picture.
    try reader.skip(1)
    let height = try reader.word()
    let width = try reader.word()
    let count = Int(try reader.byte())
    // A height of 0 announces that a later DNL segment says it, which no camera does.
    guard width > 0, height > 0, count > 0, byteCount == 6 + 3 * count else {
      throw .segmentMalformed(marker, at: start)
    }
    var (across, down) = (1, 1)
    for _ in 0..<count {
      let factors = try readComponent(of: marker, at: start)
      (across, down) = (max(across, factors.across), max(down, factors.down))
    }
    // The blocks of one component stand alone, whatever its factors say (T.81, A.2.2).
    if count == 1 { (across, down) = (1, 1) }
    frame = JPEGFrameHeader(
      marker: marker, width: width, height: height, unitWidth: 8 * across, unitHeight: 8 * down)
  }

  /// A component is described by its number, its sampling factors across and down, and its table.
  private mutating func readComponent(
    of marker: UInt8, at start: Int
  ) throws(JPEGError) -> (across: Int, down: Int) {
    try reader.skip(1)
    let factors = Int(try reader.byte())
    try reader.skip(1)
    guard (1...4).contains(factors >> 4), (1...4).contains(factors & 15) else {
      throw .segmentMalformed(marker, at: start)
    }
    return (factors >> 4, factors & 15)
  }

  private mutating func readScan(at start: Int) throws(JPEGError) -> JPEGFrameHeader {
    guard let frame else { throw .frameHeaderMissing(at: start) }
    let byteCount = try readLength(of: JPEGMarker.startOfScan, at: start)
    let count = Int(try reader.byte())
    guard (1...4).contains(count), byteCount == 4 + 2 * count else {
      throw .segmentMalformed(JPEGMarker.startOfScan, at: start)
    }
    try reader.skip(byteCount - 1)
    scanOffset = start
    return frame
  }
}
