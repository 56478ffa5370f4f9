import Core
import Testing

@testable import Imaging

@Suite struct ExifSegmentTests {
  private let id = "0000100000pvsz0z9bfvgf0cxs"

  @Test(arguments: Orientation.allCases) func whatIsKnownIsSaid(orientation: Orientation) throws {
    var segment = ExifSegment(id: id)
    segment.orientation = orientation
    segment.time = ExifSegment.Time("2026:03:27 15:44:28", offset: "+00:00")
    let exif = try #require(ExifReader(segment.bytes))
    #expect(exif.orientation == orientation.rawValue)
    #expect(
      exif.texts == [
        0x9000: "0232", 0x9003: "2026:03:27 15:44:28", 0x9011: "+00:00", 0xA420: id,
      ])
  }

  @Test func whatNobodyKnowsIsLeftOut() throws {
    let exif = try #require(ExifReader(ExifSegment(id: id).bytes))
    #expect(exif.orientation == nil)
    #expect(exif.texts == [0x9000: "0232", 0xA420: id])
  }
}

@Suite struct ExifPlacementTests {
  private static let start: [UInt8] = [0xFF, 0xD8]
  private static let end: [UInt8] = [
    0xFF, 0xDB, 0, 3, 9, 0xFF, 0xDA, 1, 2, 3, 0xFF, 0xE1, 0xFF, 0xD9,
  ]
  private static let jfif = segment(0xE0, "JFIF\0" + "\u{1}\u{1}\0\0\u{1}\0\u{1}\0\0")
  private static let cameras = segment(0xE1, "Exif\0\0MM of the camera")
  private static let xmp = segment(0xE1, "http://ns.adobe.com/xap/1.0/\0<x/>")
  private static let comment = segment(0xFE, "a comment")
  private static let exif = ExifSegment(id: "id")

  private static func segment(_ marker: UInt8, _ text: String) -> [UInt8] {
    [0xFF, marker, 0, UInt8(text.utf8.count + 2)] + Array(text.utf8)
  }

  private func copy(of picture: [UInt8]) -> [UInt8]? {
    ExifPlacement(of: Self.exif, in: picture).map { $0.beginning + picture[$0.resumeOffset...] }
  }

  @Test func itComesFirst() {
    #expect(copy(of: Self.start + Self.end) == Self.start + Self.exif.bytes + Self.end)
  }

  @Test func itComesBehindJFIFAndAllElseStays() {
    let picture = Self.start + Self.jfif + Self.xmp + Self.comment + Self.end
    let copy = Self.start + Self.jfif + Self.exif.bytes + Self.xmp + Self.comment + Self.end
    #expect(self.copy(of: picture) == copy)
  }

  @Test(arguments: [jfif + cameras, cameras + jfif, jfif + comment + cameras])
  func whatTheCameraSaidIsReplaced(segments: [UInt8]) throws {
    let copy = try #require(self.copy(of: Self.start + segments + Self.end))
    let exif = Array("Exif\0\0".utf8)
    let places = copy.indices.filter { copy[$0...].starts(with: exif) }
    #expect(places.count == 1)
    #expect(copy[(places[0] - 4)...].starts(with: Self.exif.bytes))
    #expect(copy.suffix(Self.end.count) == Self.end[...])
  }

  @Test(arguments: [[], [0xFF], [0x89, 0x50, 0x4E, 0x47], [0, 0xD8, 0xFF, 0xE0]] as [[UInt8]])
  func whatIsNoPictureStaysAsItIs(bytes: [UInt8]) {
    #expect(copy(of: bytes) == nil)
  }

  /// A length beyond the bytes, or below its own, ends the walk: what comes then is copied as it is.
  @Test func noBeginningIsReadBeyondItsEnd() {
    let picture = Self.start + Self.jfif + Self.cameras + Self.end
    for count in 2..<picture.count {
      let copy = copy(of: Array(picture[..<count]))
      #expect(copy?.starts(with: Self.start) == true)
    }
    let lying: [UInt8] = Self.start + [0xFF, 0xE1, 0, 1, 0xFF, 0xD9]
    #expect(copy(of: lying) == Self.start + Self.exif.bytes + [0xFF, 0xE1, 0, 1, 0xFF, 0xD9])
  }

  @Test func aPictureDecodesToTheSamePixels() throws {
    let picture = CameraPicture(width: 64, height: 48).jpeg
    let copy = try #require(self.copy(of: picture))
    let (before, after) = (try picture.structure(), try copy.structure())
    #expect(copy[after.scanOffset...] == picture[before.scanOffset...])
    #expect((after.width, after.height) == (64, 48))
  }
}

/// Reads Exif as TIFF 6.0 describes it, either order of bytes aside; nil where it contradicts itself.
struct ExifReader {
  private let tiff: [UInt8]
  private(set) var orientation: Int?
  /// The texts, by their tags, without the zero that ends them.
  private(set) var texts: [Int: String] = [:]

  init?(_ segment: [UInt8]) {
    guard segment.count > 10, segment[0] == 0xFF, segment[1] == 0xE1,
      Int(segment[2]) << 8 | Int(segment[3]) == segment.count - 2,
      segment[4...].starts(with: Array("Exif\0\0II*\0".utf8))
    else { return nil }
    tiff = Array(segment[10...])
    guard let first = number(4, 4), let pointer = read(at: first), read(at: pointer) != nil else {
      return nil
    }
  }

  /// Reads the directory at `offset`, and says where it points; 0 where it doesn't.
  private mutating func read(at offset: Int) -> Int? {
    guard let count = number(offset, 2), number(offset + 2 + 12 * count, 4) == 0 else { return nil }
    var (pointer, last) = (0, 0)
    for field in (0..<count).map({ offset + 2 + 12 * $0 }) {
      guard let tag = number(field, 2), let type = number(field + 2, 2), tag > last,
        let length = number(field + 4, 4), let value = number(field + 8, 4)
      else { return nil }
      last = tag
      switch (tag, type, length) {
      case (0x0112, 3, 1): orientation = value
      case (0x8769, 4, 1): pointer = value
      case (_, 2, _), (_, 7, _):
        let place = length > 4 ? value : field + 8
        guard place.isMultiple(of: 2), place + length <= tiff.count else { return nil }
        let isText = type == 2
        guard !isText || tiff[place + length - 1] == 0 else { return nil }
        texts[tag] = String(
          decoding: tiff[place..<place + length - (isText ? 1 : 0)], as: UTF8.self)
      default: return nil
      }
    }
    return pointer
  }

  private func number(_ offset: Int, _ count: Int) -> Int? {
    guard offset >= 0, offset + count <= tiff.count else { return nil }
    return (0..<count).reduce(0) { $0 | Int(tiff[offset + $1]) << (8 * $1) }
  }
}
