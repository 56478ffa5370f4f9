/// The CRC-32 that ZIP and EBML have (ISO 3309), in the making.
package struct Checksum: Sendable {
  private var state: UInt32 = 0xFFFF_FFFF

  /// Begins with no bytes.
  package init() {}

  /// The checksum of all bytes so far.
  package var value: UInt32 { ~state }

  /// Takes in `bytes`, which follow those before.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var state = state
    Checksum.table.withUnsafeBufferPointer { table in
      for byte in bytes { state = table[Int((state ^ UInt32(byte)) & 0xFF)] ^ (state >> 8) }
    }
    self.state = state
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }
}
