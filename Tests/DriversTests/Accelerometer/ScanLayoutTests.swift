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

@Suite struct ScanElementTests {
  @Test(arguments: [
    "", "le", "le:", "le:s", "le:s16", "le:s16/", "le:s16/16", "le:s16/16>", "le:s16/16>>",
    "me:s16/16>>0", "s16/16>>0", "le:x16/16>>0", "le:16/16>>0", "le:s/16>>0", "le:s16/>>0",
    "le:s16/16X>>0", "le:s16/16X0>>0", "le:s16/16X2X2>>0", "le:s16/16X65>>0", "le:s16/16>0",
    "le:s16/16>>-1", "le:s16/16>>+1", "le:s16/16>>0x1", "le:s16/16>>0 ", " le:s16/16>>0",
    "le:s0/16>>0", "le:s17/16>>0", "le:s16/16>>1", "le:s12/16>>5", "le:s12/12>>0", "le:s16/24>>0",
    "le:s64/128>>0", "le:s1000/16>>0", "le:s16/16>>9999999999999999999999", "LE:S16/16>>0",
    "le:f32/32>>0",
  ])
  func whatNoDriverMeansIsRefused(text: String) {
    #expect(ScanElement(text) == nil)
  }

  @Test(arguments: [
    ("le:s16/16>>0", ScanElement(false, true, 16, 16, 1, 0)),
    ("be:s12/16>>4", ScanElement(true, true, 12, 16, 1, 4)),
    ("be:u12/16X2>>4", ScanElement(true, false, 12, 16, 2, 4)),
    ("le:u8/8>>0", ScanElement(false, false, 8, 8, 1, 0)),
    ("be:s24/32>>8", ScanElement(true, true, 24, 32, 1, 8)),
    ("le:s64/64>>0", ScanElement(false, true, 64, 64, 1, 0)),
    ("le:s32/32X4>>0", ScanElement(false, true, 32, 32, 4, 0)),
  ])
  func whatDriversWriteIsUnderstood(text: String, element: ScanElement) {
    #expect(ScanElement(text) == element)
  }

  @Test(
    arguments: [
      ("le:u8/8>>0", [0xFE], 254), ("le:s8/8>>0", [0xFE], -2),
      ("le:s16/16>>0", [0x34, 0x12], 0x1234), ("be:s16/16>>0", [0x12, 0x34], 0x1234),
      ("le:s16/16>>0", [0x00, 0x80], -32768), ("be:u16/16>>0", [0x80, 0x00], 32768),
      // What stands below the shift and above the width is anything.
      ("be:s12/16>>4", [0x80, 0x0F], -2048), ("be:u12/16>>4", [0x80, 0x0F], 2048),
      ("le:s12/16>>0", [0xFF, 0xF7], 2047), ("le:s12/16>>0", [0x00, 0x08], -2048),
      ("le:s16/32>>8", [0x5A, 0xFE, 0xFF, 0xA5], -2),
      ("be:s24/32>>8", [0xFF, 0xFF, 0xFE, 0x77], -2),
      ("le:u1/8>>7", [0x80], 1), ("le:s1/8>>7", [0x80], -1),
      ("le:s64/64>>0", [0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], -2),
      ("be:s64/64>>0", [0x80, 0, 0, 0, 0, 0, 0, 0], Int64.min),
      ("be:u63/64>>1", [0x80, 0, 0, 0, 0, 0, 0, 1], 1 << 62),
      // The first of those in a row; and what follows belongs to others.
      ("le:s16/16X2>>0", [1, 0, 2, 0], 1), ("le:s16/16>>0", [1, 0, 0xFF, 0xFF], 1),
    ] as [(String, [UInt8], Int64)])
  func aValueIsCutOutOfItsBytes(type: String, bytes: [UInt8], value: Int64) throws {
    #expect(try #require(ScanElement(type)).value(in: bytes) == value)
  }

  @Test(arguments: [8, 16, 32, 64], ["le", "be"])
  func everyWidthShiftAndSignGivesBackWhatWasPutIn(storage: Int, order: String) throws {
    for bits in 1...storage {
      for shift in [0, (storage - bits) / 2, storage - bits] {
        for value in [0, 1, -1, 5, Int64.max, Int64.min] {
          let type = "\(order):s\(bits)/\(storage)>>\(shift)"
          let element = try #require(ScanElement(type))
          let kept = (value << Int64(64 - bits)) >> Int64(64 - bits)
          #expect(element.value(in: Self.bytes(kept, element)) == kept, "\(type)")
        }
      }
    }
  }

  /// The value among ones.
  private static func bytes(_ value: Int64, _ element: ScanElement) -> [UInt8] {
    let mask = (UInt64.max >> UInt64(64 - element.bitCount)) << UInt64(element.shift)
    let word = UInt64(bitPattern: value) << UInt64(element.shift) & mask | ~mask
    let little = (0..<element.storageBitCount / 8).map {
      UInt8(truncatingIfNeeded: word >> ($0 * 8))
    }
    return element.isBigEndian ? little.reversed() : little
  }
}

extension ScanElement {
  fileprivate init(
    _ isBigEndian: Bool, _ isSigned: Bool, _ bits: Int, _ storage: Int, _ repeats: Int, _ shift: Int
  ) {
    self.init(
      isBigEndian: isBigEndian, isSigned: isSigned, bitCount: bits, storageBitCount: storage,
      repeatCount: repeats, shift: shift)
  }
}
