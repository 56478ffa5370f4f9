import Core

/// Reads the header of a JPEG picture byte by byte and never past its end.
struct JPEGReader {
  private let bytes: UnsafeRawBufferPointer
  /// Where the next byte is read, at most the byte count.
  private(set) var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// The next byte.
  mutating func byte() throws(JPEGError) -> UInt8 {
    guard offset < bytes.count else { throw .truncated(at: offset) }
    defer { offset += 1 }
    return bytes[offset]
  }

  /// The next two bytes, the high one first.
  mutating func word() throws(JPEGError) -> Int {
    let high = try byte()
    return Int(high) << 8 | Int(try byte())
  }

  /// Passes over `count` bytes, all of which must be there.
  mutating func skip(_ count: Int) throws(JPEGError) {
    guard count <= bytes.count - offset else { throw .truncated(at: bytes.count) }
    offset += count
  }

  /// The code of the next marker; any number of `0xFF` may precede it (T.81 B.1.1.2).
  mutating func marker() throws(JPEGError) -> UInt8 {
    let start = offset
    guard try byte() == 0xFF else { throw .markerExpected(at: start) }
    while true {
      switch try byte() {
      case 0xFF: continue
      case 0x00: throw .markerExpected(at: start)
      case let code: return code
      }
    }
  }
}

/// The marker codes of ITU-T T.81, table B.1, as far as a header is concerned.
enum JPEGMarker {
  static let startOfImage: UInt8 = 0xD8
  static let endOfImage: UInt8 = 0xD9
  static let startOfScan: UInt8 = 0xDA
  static let huffmanTables: UInt8 = 0xC4
  static let baselineFrame: UInt8 = 0xC0
  static let application0: UInt8 = 0xE0
  static let application1: UInt8 = 0xE1

  /// Whether `code` begins a frame header: `SOF0` to `SOF15`, among which lie three other markers.
  static func isFrameHeader(_ code: UInt8) -> Bool {
    (0xC0...0xCF).contains(code) && code != huffmanTables && code != 0xC8 && code != 0xCC
  }

  /// Whether `code` begins the frame header of a progressive picture: `SOF2`, `SOF6`, `SOF10`, `SOF14`.
  static func isProgressive(_ code: UInt8) -> Bool { isFrameHeader(code) && code & 3 == 2 }

  /// Whether `code` begins what only describes the picture: `APP0` to `APP15`, `COM`.
  static func isDescription(_ code: UInt8) -> Bool {
    (application0...0xEF).contains(code) || code == 0xFE
  }

  /// Whether `code` stands alone, without a segment: `TEM`, `RST0` to `RST7`, `SOI`, `EOI`.
  static func standsAlone(_ code: UInt8) -> Bool {
    code == 0x01 || (0xD0...endOfImage).contains(code)
  }
}

/// Why bytes are not a JPEG picture that can be kept, each with the offset where that was seen.
package enum JPEGError: Error, Hashable, Sendable {
  /// The bytes do not begin with a start-of-image marker.
  case notJPEG
  /// The bytes end before the header of the first scan does.
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

  /// What is wrong, for people.
  package var reason: Phrase {
    switch self {
    case .notJPEG: Phrase("jpeg.not", "it is not a JPEG picture")
    case .truncated(let offset): Phrase("jpeg.truncated", "it is cut off after \(offset) bytes")
    case .markerExpected(let offset), .markerMisplaced(_, let offset),
      .segmentMalformed(_, let offset), .frameHeaderMissing(let offset),
      .frameHeaderRepeated(let offset):
      Phrase("jpeg.malformed", "its header is damaged at byte \(offset)")
    }
  }
}
