import Testing

@testable import Evidence

/// What a clip's file is made of, byte by byte.
@Suite struct MatroskaTests {
  @Test func theHeaderIsThatOfMatroskaWithoutAnEnd() {
    let ebml: [UInt8] =
      [0x42, 0x86, 0x81, 1, 0x42, 0xF7, 0x81, 1, 0x42, 0xF2, 0x81, 4, 0x42, 0xF3, 0x81, 8]
      + [0x42, 0x82, 0x88] + Array("matroska".utf8) + [0x42, 0x87, 0x81, 2, 0x42, 0x85, 0x81, 2]
    let info: [UInt8] =
      [0x2A, 0xD7, 0xB1, 0x82, 0x03, 0xE8] + [0x4D, 0x80, 0x87] + Array("Exhibit".utf8)
      + [0x57, 0x41, 0x87] + Array("Exhibit".utf8)
    let video: [UInt8] = [0x9A, 0x81, 2, 0xB0, 0x82, 0x02, 0x80, 0xBA, 0x82, 0x01, 0xE0]
    let track: [UInt8] =
      [0xD7, 0x81, 1, 0x73, 0xC5, 0x81, 1, 0x83, 0x81, 1, 0x9C, 0x81, 0]
      + [0x86, 0x87] + Array("V_MJPEG".utf8) + [0xE0, 0x80 + UInt8(video.count)] + video
    var expected: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x80 + UInt8(ebml.count)] + ebml
    expected += [0x18, 0x53, 0x80, 0x67, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    expected += [0x15, 0x49, 0xA9, 0x66, 0x80 + UInt8(info.count)] + info
    expected += [0x16, 0x54, 0xAE, 0x6B, 0x80 + UInt8(track.count + 2)]
    expected += [0xAE, 0x80 + UInt8(track.count)] + track
    #expect(ClipHeader.bytes(width: 640, height: 480) == expected)
  }

  @Test func aFrameIsAClusterOfItsOwnWithAChecksum() {
    let expected: [UInt8] =
      [0x1F, 0x43, 0xB6, 0x75, 0x10, 0, 0, 29, 0xBF, 0x84, 0, 0, 0, 0]
      + [0xE7, 0x88, 0, 0, 0, 0, 0x07, 0x5B, 0xCD, 0x15]
      + [0xA3, 0x10, 0, 0, 8, 0x81, 0, 0, 0x80]
    var prefix = clusterPrefix(of: picture(), at: 123_456_789)
    // By zlib, of all that follows it.
    let checksum = prefix[10..<14]
    #expect(Array(checksum) == [0xD1, 0x45, 0xA2, 0xD0])
    prefix.replaceSubrange(10..<14, with: [0, 0, 0, 0])
    #expect(prefix == expected)
  }

  @Test func whatWasWrittenOfAClusterIsReadAgain() throws {
    let prefix = clusterPrefix(of: picture("one"), at: 40_000)
    let cluster = try #require(ClipCluster(prefix: prefix))
    #expect(cluster.time == 40_000 && cluster.byteCount == picture("one").count)
  }

  @Test(arguments: [0, 3, 4, 7, 8, 9, 14, 15, 24, 25, 28, 29, 30, 31, 32])
  func aPrefixOfAnotherShapeIsNoneOfOurs(changed: Int) {
    var prefix = clusterPrefix(of: picture("one"), at: 40_000)
    prefix[changed] ^= 1
    #expect(ClipCluster(prefix: prefix) == nil)
  }

  @Test(arguments: [(0, [0x80]), (126, [0xFE]), (127, [0x40, 0x7F]), (16382, [0x7F, 0xFE])])
  func aSizeHasAsManyBytesAsItNeeds(count: Int, size: [UInt8]) {
    var bytes = EBMLBytes()
    bytes.add(.void, [UInt8](repeating: 0, count: count))
    #expect(Array(bytes.bytes.dropFirst().prefix(size.count)) == size)
    #expect(bytes.bytes.count == 1 + size.count + count)
  }
}

/// What stands before the frame `jpeg` in a clip.
func clusterPrefix(of jpeg: [UInt8], at time: UInt64) -> [UInt8] {
  let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: ClipCluster.prefixByteCount, alignment: 16)
  defer { buffer.deallocate() }
  jpeg.withUnsafeBytes { _ = ClipCluster(of: $0, at: time, prefix: buffer) }
  return Array(buffer)
}
