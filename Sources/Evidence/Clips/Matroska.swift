/// The elements of Matroska (RFC 9559) that clips have, by their IDs with the length marker.
enum Matroska: UInt32 {
  case ebml = 0x1A45_DFA3
  case ebmlVersion = 0x4286
  case ebmlReadVersion = 0x42F7
  case ebmlMaxIDLength = 0x42F2
  case ebmlMaxSizeLength = 0x42F3
  case docType = 0x4282
  case docTypeVersion = 0x4287
  case docTypeReadVersion = 0x4285
  case segment = 0x1853_8067
  case info = 0x1549_A966
  case timestampScale = 0x2AD7B1
  case muxingApp = 0x4D80
  case writingApp = 0x5741
  case tracks = 0x1654_AE6B
  case trackEntry = 0xAE
  case trackNumber = 0xD7
  case trackUID = 0x73C5
  case trackType = 0x83
  case flagLacing = 0x9C
  case codecID = 0x86
  case video = 0xE0
  case flagInterlaced = 0x9A
  case pixelWidth = 0xB0
  case pixelHeight = 0xBA
  case cluster = 0x1F43_B675
  case checksum = 0xBF
  case timestamp = 0xE7
  case simpleBlock = 0xA3
  case void = 0xEC
}

/// Elements of EBML (RFC 8794), one after the other.
struct EBMLBytes {
  private(set) var bytes: [UInt8] = []

  /// Adds an element with this `content`.
  mutating func add(_ element: Matroska, _ content: [UInt8]) {
    bytes += EBMLBytes.id(of: element) + EBMLBytes.size(content.count) + content
  }

  /// Adds an element that is a number.
  mutating func add(_ element: Matroska, number: UInt32) {
    let digits = number.bigEndianBytes.drop { $0 == 0 }
    add(element, digits.isEmpty ? [0] : Array(digits))
  }

  /// Adds an element that is text.
  mutating func add(_ element: Matroska, text: String) { add(element, Array(text.utf8)) }

  /// Adds an element of other elements.
  mutating func add(_ element: Matroska, _ content: EBMLBytes) { add(element, content.bytes) }

  /// Begins an element of unknown size: all that follows is in it.
  mutating func begin(_ element: Matroska) {
    bytes += EBMLBytes.id(of: element) + [0x01] + [UInt8](repeating: 0xFF, count: 7)
  }

  /// The bytes of an ID, which has its own length marker.
  private static func id(of element: Matroska) -> [UInt8] {
    Array(element.rawValue.bigEndianBytes.drop { $0 == 0 })
  }

  /// A size in one byte, in two, or in four.
  private static func size(_ count: Int) -> [UInt8] {
    switch count {
    case ..<0x7F: [0x80 | UInt8(count)]
    case ..<0x3FFF: Array((0x4000 | UInt32(count)).bigEndianBytes.suffix(2))
    default: (0x1000_0000 | UInt32(count)).bigEndianBytes
    }
  }
}

extension FixedWidthInteger {
  /// Its bytes, the highest first.
  var bigEndianBytes: [UInt8] {
    stride(from: Self.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: self >> $0)
    }
  }
}

/// What stands before the first frame of a clip.
enum ClipHeader {
  /// Nanoseconds in one step of the timestamps: the kernel stamps frames in microseconds (`v4l2_buffer.timestamp`).
  static let timestampScale = 1000

  /// The header of a clip whose pictures have this size.
  ///
  /// The segment has no size, and no index: neither is known before the end, and nothing is written twice.
  static func bytes(width: Int, height: Int) -> [UInt8] {
    var file = EBMLBytes()
    file.add(.ebml, beginning)
    file.begin(.segment)
    file.add(.info, info)
    file.add(.tracks, tracks(width, height))
    return file.bytes
  }

  private static var beginning: EBMLBytes {
    var ebml = EBMLBytes()
    ebml.add(.ebmlVersion, number: 1)
    ebml.add(.ebmlReadVersion, number: 1)
    ebml.add(.ebmlMaxIDLength, number: 4)
    ebml.add(.ebmlMaxSizeLength, number: 8)
    ebml.add(.docType, text: "matroska")
    // SimpleBlock came with version 2.
    ebml.add(.docTypeVersion, number: 2)
    ebml.add(.docTypeReadVersion, number: 2)
    return ebml
  }

  private static var info: EBMLBytes {
    var info = EBMLBytes()
    info.add(.timestampScale, number: UInt32(timestampScale))
    info.add(.muxingApp, text: "Exhibit")
    info.add(.writingApp, text: "Exhibit")
    return info
  }

  private static func tracks(_ width: Int, _ height: Int) -> EBMLBytes {
    var video = EBMLBytes()
    // Progressive.
    video.add(.flagInterlaced, number: 2)
    video.add(.pixelWidth, number: UInt32(clamping: width))
    video.add(.pixelHeight, number: UInt32(clamping: height))
    var track = EBMLBytes()
    track.add(.trackNumber, number: 1)
    track.add(.trackUID, number: 1)
    // Video.
    track.add(.trackType, number: 1)
    track.add(.flagLacing, number: 0)
    track.add(.codecID, text: "V_MJPEG")
    track.add(.video, video)
    var tracks = EBMLBytes()
    tracks.add(.trackEntry, track)
    return tracks
  }
}
