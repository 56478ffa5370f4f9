/// The marker codes of ITU-T T.81, table B.1, as far as a header is concerned.
enum JPEGMarker {
  static let startOfImage: UInt8 = 0xD8
  static let endOfImage: UInt8 = 0xD9
  static let startOfScan: UInt8 = 0xDA
  static let quantizationTables: UInt8 = 0xDB
  static let huffmanTables: UInt8 = 0xC4
  static let baselineFrame: UInt8 = 0xC0

  /// Whether `code` begins a frame header: `SOF0` to `SOF15`, among which lie three other markers.
  static func isFrameHeader(_ code: UInt8) -> Bool {
    (0xC0...0xCF).contains(code) && code != huffmanTables && code != 0xC8 && code != 0xCC
  }

  /// Whether `code` stands alone, without a segment: `TEM`, `RST0` to `RST7`, `SOI`, `EOI`.
  static func standsAlone(_ code: UInt8) -> Bool {
    code == 0x01 || (0xD0...endOfImage).contains(code)
  }
}
