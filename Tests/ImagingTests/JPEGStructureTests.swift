import CJPEG
import Testing

@testable import Imaging

struct JPEGStructureTests {
  /// The smallest header that parses: a grey picture of 3 × 2 pixels.
  static let start: [UInt8] = [0xFF, 0xD8]
  static let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 2, 0, 3, 1, 1, 0x11, 0]
  static let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]

  static let malformed: [(bytes: [UInt8], error: JPEGError)] = [
    ([], .truncated(at: 0)),
    ([0xFF], .truncated(at: 1)),
    ([0x00, 0x00, 0x00, 0x00], .notJPEG),
    (joined(start, [0x12, 0x34]), .markerExpected(at: 2)),
    (joined(start, [0xFF, 0x00]), .markerExpected(at: 2)),
    (joined(start, start, frame, scan), .markerMisplaced(0xD8, at: 2)),
    (joined(start, [0xFF, 0xD9]), .markerMisplaced(0xD9, at: 2)),
    (joined(start, [0xFF, 0xD3], frame, scan), .markerMisplaced(0xD3, at: 2)),
    (joined(start, [0xFF, 0xE0, 0, 1], frame, scan), .segmentMalformed(0xE0, at: 2)),
    (joined(start, [0xFF, 0xE0, 0xFF, 0xFF], frame, scan), .truncated(at: 29)),
    (joined(start, scan), .frameHeaderMissing(at: 2)),
    (joined(start, frame, frame, scan), .frameHeaderRepeated(at: 15)),
    (joined(start, changed(frame, at: 6, to: 0), scan), .segmentMalformed(0xC0, at: 2)),
    (joined(start, changed(frame, at: 8, to: 0), scan), .segmentMalformed(0xC0, at: 2)),
    (joined(start, changed(frame, at: 9, to: 2), scan), .segmentMalformed(0xC0, at: 2)),
    (joined(start, changed(frame, at: 11, to: 0x10), scan), .segmentMalformed(0xC0, at: 2)),
    (joined(start, changed(frame, at: 11, to: 0x51), scan), .segmentMalformed(0xC0, at: 2)),
    (joined(start, frame, changed(scan, at: 4, to: 0)), .segmentMalformed(0xDA, at: 15)),
    (joined(start, frame, changed(scan, at: 4, to: 2)), .segmentMalformed(0xDA, at: 15)),
  ]

  @Test(arguments: malformed) func refusesWithTheReason(bytes: [UInt8], error: JPEGError) {
    #expect(throws: error) { try bytes.structure() }
  }

  @Test func everyPrefixIsRefusedOrKnownToBeCutOff() throws {
    let jpeg = Picture(width: 33, height: 17).jpeg()
    let whole = try jpeg.structure()
    let headerEnd = jpeg.segmentEnd(at: whole.scanOffset)
    for count in 0..<headerEnd {
      #expect(throws: JPEGError.truncated(at: count)) { try [UInt8](jpeg[..<count]).structure() }
    }
    for count in headerEnd..<jpeg.count {
      #expect(try [UInt8](jpeg[..<count]).structure().endOffset == nil)
    }
    #expect(whole.endOffset == jpeg.count)
  }

  /// Indexing past the end of the bytes ends a debug build, so that reading there cannot go unseen.
  @Test(arguments: 0..<40 as Range<UInt64>) func mutationsAreRefusedOrMakeSense(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let picture = seed.isMultiple(of: 2) ? tableless : Picture(width: 33, height: 17).jpeg()
    for _ in 0..<50 {
      let mutant = mutated(picture, &generator)
      // Refusing it is the other right answer.
      guard let structure = try? mutant.structure() else { continue }
      #expect(structure.width > 0 && structure.height > 0)
      #expect(mutant[structure.scanOffset] == 0xFF)
      #expect((structure.endOffset ?? mutant.count) <= mutant.count)
      let added = structure.lacksHuffmanTables ? 420 : 0
      let completeCount = mutant.withUnsafeBytes { bytes in
        structure.withHuffmanTables(in: bytes) { complete, _ in complete.count }
      }
      #expect(completeCount == mutant.count + added)
    }
  }

  @Test func readsWhatTheHeaderSays() throws {
    let structure = try Picture(width: 33, height: 17).jpeg().structure()
    #expect(structure.width == 33)
    #expect(structure.height == 17)
    #expect(structure.isBaseline)
    #expect(structure.hasHuffmanTables)
    #expect(!structure.lacksHuffmanTables)
  }

  @Test func saysThatTablesAreMissing() throws {
    let structure = try Self.joined(Self.start, Self.frame, Self.scan).structure()
    #expect(!structure.hasHuffmanTables)
    #expect(structure.lacksHuffmanTables)
    #expect(structure.scanOffset == 15)
    #expect(structure.endOffset == nil)
  }

  @Test(arguments: [
    TJSAMP_GRAY, TJSAMP_444, TJSAMP_422, TJSAMP_420, TJSAMP_440, TJSAMP_411,
  ])
  func everySubsamplingIsRead(_ sampling: TJSAMP) throws {
    #expect(try compressed(sampling).structure().isBaseline)
  }

  @Test func aProgressivePictureIsNotBaseline() throws {
    #expect(try !compressed(TJSAMP_420, TJFLAG_PROGRESSIVE).structure().isBaseline)
  }

  @Test func zerosAfterTheEndAreNoPartOfThePicture() throws {
    let jpeg = Picture(width: 16, height: 16).jpeg()
    let padded = jpeg + [UInt8](repeating: 0, count: 512)
    #expect(try padded.structure().endOffset == jpeg.count)
  }

  @Test func otherBytesAfterTheEndHideIt() throws {
    #expect(try (Picture(width: 16, height: 16).jpeg() + [1]).structure().endOffset == nil)
  }

  @Test func anEndInsideTheScanHeaderIsNone() throws {
    let scan = Self.changed(Self.changed(Self.scan, at: 8, to: 0xFF), at: 9, to: 0xD9)
    #expect(try Self.joined(Self.start, Self.frame, scan).structure().endOffset == nil)
  }

  @Test func markersInsideASegmentAreNotMarkers() throws {
    let comment: [UInt8] = [0xFF, 0xFE, 0, 8, 0xFF, 0xD9, 0xFF, 0xDA, 0xFF, 0xC4]
    let structure = try Self.joined(Self.start, comment, Self.frame, Self.scan).structure()
    #expect(structure.scanOffset == 25)
    #expect(!structure.hasHuffmanTables)
  }

  @Test func fillBytesMayPrecedeAMarker() throws {
    let fill = [UInt8](repeating: 0xFF, count: 3)
    let structure = try Self.joined(Self.start, fill, Self.frame, fill, Self.scan).structure()
    #expect(structure.scanOffset == 18)
    #expect(structure.width == 3)
  }

  private var tableless: [UInt8] {
    Picture(width: 33, height: 17).jpeg().without(JPEGMarker.huffmanTables)
  }

  private static func joined(_ parts: [UInt8]...) -> [UInt8] {
    parts.flatMap { $0 }
  }

  private static func changed(_ bytes: [UInt8], at index: Int, to value: UInt8) -> [UInt8] {
    var bytes = bytes
    bytes[index] = value
    return bytes
  }

  /// `picture` with a few bytes of its first 700 replaced, and sometimes cut off.
  private func mutated(_ picture: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = picture
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let index = Int.random(in: 2..<min(700, bytes.count), using: &generator)
      bytes[index] = .random(in: 0...255, using: &generator)
    }
    guard Bool.random(using: &generator) else { return bytes }
    return [UInt8](bytes.prefix(.random(in: 0...bytes.count, using: &generator)))
  }

  /// A grey square as TurboJPEG compresses it; empty if it fails.
  private func compressed(_ sampling: TJSAMP, _ flags: Int32 = 0) -> [UInt8] {
    let encoder = tjInitCompress()
    var jpeg: UnsafeMutablePointer<UInt8>?
    var byteCount: UInt = 0
    defer {
      tjFree(jpeg)
      tjDestroy(encoder)
    }
    let pixels = [UInt8](repeating: 99, count: 32 * 32 * 3)
    let result = tjCompress2(
      encoder, pixels, 32, 0, 32, Int32(TJPF_RGB.rawValue), &jpeg, &byteCount,
      Int32(sampling.rawValue), 90, flags)
    guard result == 0 else { return [] }
    return [UInt8](UnsafeBufferPointer(start: jpeg, count: Int(byteCount)))
  }
}
