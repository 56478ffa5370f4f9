import Testing

@testable import Imaging

struct HuffmanTablesTests {
  private static let picture = Picture(width: 33, height: 17)

  @Test func tablesAreThoseThatLibjpegWrites() {
    let jpeg = Self.picture.jpeg()
    #expect(Array(HuffmanTables.segment[4...]) == tables(in: jpeg))
    #expect(Array(HuffmanTables.segment[..<4]) == [0xFF, 0xC4, 0x01, 0xA2])
    #expect(HuffmanTables.segment.count == 420)
  }

  @Test func aProgressivePictureWithoutTablesIsLentAsItIs() throws {
    var bytes = Self.picture.jpeg().without(JPEGMarker.huffmanTables)
    let frame = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) })
    bytes[frame + 1] = 0xC2
    #expect(try completed(bytes) == Completed(bytes: bytes, wereInserted: false))
  }

  @Test func aPictureWithTablesIsLentWhereItIs() throws {
    let jpeg = Self.picture.jpeg()
    let structure = try jpeg.structure()
    jpeg.withUnsafeBytes { bytes in
      structure.withHuffmanTables(in: bytes) { complete, wereInserted in
        #expect(complete.baseAddress == bytes.baseAddress)
        #expect(complete.count == bytes.count)
        #expect(!wereInserted)
      }
    }
  }

  @Test(arguments: [0, 77]) func missingTablesGoBeforeTheScan(padding: Int) throws {
    let bytes =
      Self.picture.jpeg().without(JPEGMarker.huffmanTables)
      + [UInt8](repeating: 0, count: padding)
    let scan = try bytes.structure().scanOffset
    let expected = Array(bytes[..<scan]) + HuffmanTables.segment + Array(bytes[scan...])
    let complete = try completed(bytes)
    #expect(complete == Completed(bytes: expected, wereInserted: true))
    #expect(try complete.bytes.structure().hasHuffmanTables)
  }

  @Test func aCompletedPictureDecodesAsBefore() throws {
    let jpeg = Self.picture.jpeg()
    let complete = try completed(jpeg.without(JPEGMarker.huffmanTables)).bytes
    let before = try #require(DecodedPlanes(jpeg, 33, 17))
    let after = try #require(DecodedPlanes(complete, 33, 17))
    #expect(after.luma == before.luma)
    #expect(after.u == before.u)
    #expect(after.v == before.v)
  }

  @Test func whatTheBodyThrowsComesThrough() throws {
    let bytes = Self.picture.jpeg().without(JPEGMarker.huffmanTables)
    let structure = try bytes.structure()
    #expect(throws: JPEGError.notJPEG) {
      try bytes.withUnsafeBytes { picture in
        try structure.withHuffmanTables(in: picture) { _, _ throws(JPEGError) in
          throw .notJPEG
        }
      }
    }
  }

  private struct Completed: Equatable {
    let bytes: [UInt8]
    let wereInserted: Bool
  }

  private func completed(_ bytes: [UInt8]) throws -> Completed {
    let structure = try bytes.structure()
    return bytes.withUnsafeBytes { picture in
      structure.withHuffmanTables(in: picture) { Completed(bytes: [UInt8]($0), wereInserted: $1) }
    }
  }

  /// What follows the length of every `DHT` segment, one after the other.
  private func tables(in jpeg: [UInt8]) -> [UInt8] {
    var tables: [UInt8] = []
    var offset = 2
    while jpeg[offset + 1] != JPEGMarker.startOfScan {
      let end = jpeg.segmentEnd(at: offset)
      if jpeg[offset + 1] == JPEGMarker.huffmanTables { tables += jpeg[(offset + 4)..<end] }
      offset = end
    }
    return tables
  }
}
