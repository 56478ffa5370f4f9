import Testing

@testable import Imaging

@Suite struct PictureCheckTests {
  private let jpeg = Picture(width: 320, height: 240).jpeg()

  private func isWhole(_ bytes: [UInt8]) throws -> Bool {
    try bytes.withUnsafeBytes { bytes in
      let structure = try JPEGStructure(parsing: bytes)
      do throws(ImagingError) {
        try PictureCheck.check(bytes, structure)
        return true
      } catch {
        return false
      }
    }
  }

  @Test func noiseBetweenTheEndsIsSeen() throws {
    var bytes = jpeg
    let middle = bytes.count * 3 / 4
    for index in 0..<40 { bytes[middle + index] = UInt8(truncatingIfNeeded: 37 &* index &+ 11) }
    #expect(try !isWhole(bytes))
  }

  @Test func aPartThatIsMissingIsSeen() throws {
    var bytes = jpeg
    bytes.removeSubrange(bytes.count * 3 / 4..<bytes.count * 3 / 4 + 100)
    #expect(try !isWhole(bytes))
  }

  @Test func whatIsCutOffIsSeen() throws {
    #expect(try !isWhole(Array(jpeg[..<(jpeg.count * 3 / 4)])))
  }

  @Test func aWholePicturePasses() throws {
    #expect(try isWhole(jpeg))
  }

  @Test func aFewBytesTooManyBeforeTheEndPass() throws {
    #expect(try isWhole(jpeg.dropLast(2) + [0x12, 0x34, 0xFF, 0xD9]))
  }

  @Test func manyBytesTooManyAreAPartThatWasLost() throws {
    #expect(try !isWhole(jpeg.dropLast(2) + [UInt8](repeating: 0x12, count: 200) + [0xFF, 0xD9]))
  }

  @Test(arguments: [
    ("Corrupt JPEG data: 64 extraneous bytes before marker 0xd9", true),
    ("Corrupt JPEG data: 65 extraneous bytes before marker 0xd9", false),
    ("Corrupt JPEG data: bad Huffman code", false),
    ("extraneous bytes", false), ("", false),
  ])
  func onlyAFewBytesTooManyAreTolerable(warning: String, expected: Bool) {
    #expect(PictureCheck.isTolerable(warning) == expected)
  }
}
