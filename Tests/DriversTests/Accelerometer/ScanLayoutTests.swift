import Testing

@testable import Drivers

@Suite struct ScanLayoutTests {
  private func layout(_ channels: [(name: String, index: Int, type: String)]) throws -> ScanLayout {
    ScanLayout(
      try channels.map { channel in
        ScanLayout.Channel(
          name: channel.name, index: channel.index,
          element: try #require(ScanElement(channel.type)))
      })
  }

  private func values(
    of names: [String], in layout: ScanLayout, _ bytes: [UInt8]
  ) -> [Int64?] {
    bytes.withUnsafeBytes { bytes in names.map { layout.value(of: $0, in: bytes[...]) } }
  }

  @Test func aScanThatIsNotWholeHasNoValues() throws {
    let layout = try layout([("x", 0, "le:s16/16>>0"), ("y", 1, "le:s16/16>>0")])
    #expect(values(of: ["x"], in: layout, [1, 0, 2]) == [nil])
  }

  @Test func whatIsNotEnabledHasNoValue() throws {
    let layout = try layout([("x", 0, "le:s16/16>>0")])
    #expect(values(of: ["y"], in: layout, [1, 0]) == [nil])
  }

  @Test func elementsStandInTheOrderOfTheirIndices() throws {
    let layout = try layout([
      ("z", 7, "le:s8/8>>0"), ("x", 1, "le:s8/8>>0"), ("y", 3, "le:s8/8>>0"),
    ])
    #expect(values(of: ["x", "y", "z"], in: layout, [1, 2, 3]) == [1, 2, 3])
    #expect(layout.byteCount == 3)
  }

  @Test func eachStandsAtAMultipleOfItsSize() throws {
    let layout = try layout([
      ("x", 0, "le:s16/16>>0"), ("y", 1, "be:s16/16>>0"), ("z", 2, "le:s16/32>>8"),
      ("in_temp", 3, "le:s8/8>>0"),
    ])
    #expect(layout.byteCount == 12)
    let bytes: [UInt8] = [1, 0, 0, 2, 0x5A, 3, 0, 0xA5, 4, 9, 9, 9]
    #expect(values(of: ["x", "y", "z", "in_temp"], in: layout, bytes) == [1, 2, 3, 4])
  }

  @Test func anOddNumberOfSmallOnesIsFilledUp() throws {
    let layout = try layout([("x", 0, "le:s8/8>>0"), ("z", 1, "le:s32/32>>0")])
    #expect(layout.byteCount == 8)
    #expect(values(of: ["x", "z"], in: layout, [1, 9, 9, 9, 2, 0, 0, 0]) == [1, 2])
  }

  @Test func theTimestampIsLastWhateverItsIndex() throws {
    let layout = try layout([
      (ScanLayout.timestamp, 0, "le:s64/64>>0"), ("x", 4, "le:s16/16>>0"), ("y", 5, "le:s16/16>>0"),
      ("z", 6, "le:s16/16>>0"),
    ])
    #expect(layout.byteCount == 16)
    let bytes: [UInt8] = [1, 0, 2, 0, 3, 0, 9, 9, 4, 0, 0, 0, 0, 0, 0, 0]
    #expect(values(of: ["x", "y", "z", ScanLayout.timestamp], in: layout, bytes) == [1, 2, 3, 4])
  }

  @Test func severalInARowTakeTheirPlaceTogether() throws {
    let layout = try layout([("in_rot", 0, "le:s16/16X4>>0"), ("x", 1, "le:s16/16>>0")])
    #expect(layout.byteCount == 16)
    let bytes: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]
    #expect(values(of: ["in_rot", "x"], in: layout, bytes) == [1, 2])
  }

  @Test func nothingEnabledIsAnEmptyScan() throws {
    #expect(try layout([]).byteCount == 0)
  }
}
