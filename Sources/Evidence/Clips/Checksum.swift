/// The CRC-32 that ZIP and EBML have (ISO 3309), in the making.
package struct Checksum: Sendable {
  private var state: UInt32 = 0xFFFF_FFFF

  /// Begins with no bytes.
  package init() {}

  /// Begins with bytes whose checksum is `value`.
  package init(_ value: UInt32) { state = ~value }

  /// The checksum of all bytes so far.
  package var value: UInt32 { ~state }

  /// Takes in `bytes`, which follow those before: eight at a time, a table for each, and the rest one by one.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var state = state
    let stepped = bytes.count & ~7
    Checksum.tables.withUnsafeBufferPointer { tables in
      for offset in stride(from: 0, to: stepped, by: 8) {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
        state = Checksum.step(word ^ UInt64(state), tables)
      }
      for byte in bytes[stepped...] {
        state = tables[Int((state ^ UInt32(byte)) & 0xFF)] ^ (state >> 8)
      }
    }
    self.state = state
  }

  /// The state after eight bytes, the first the lowest in `word`, which has the state before in its lower half.
  @inline(__always)
  private static func step(_ word: UInt64, _ tables: UnsafeBufferPointer<UInt32>) -> UInt32 {
    // Without a loop: it is what a clip costs most, and optimised for size.
    var state = entry(7, word, tables)
    state ^= entry(6, word >> 8, tables)
    state ^= entry(5, word >> 16, tables)
    state ^= entry(4, word >> 24, tables)
    state ^= entry(3, word >> 32, tables)
    state ^= entry(2, word >> 40, tables)
    state ^= entry(1, word >> 48, tables)
    return state ^ entry(0, word >> 56, tables)
  }

  @inline(__always)
  private static func entry(
    _ table: Int, _ word: UInt64, _ tables: UnsafeBufferPointer<UInt32>
  ) -> UInt32 {
    tables[table << 8 | Int(truncatingIfNeeded: word & 0xFF)]
  }

  /// Eight tables of 256 behind one another: what a byte comes to that is followed by as many zeros as its table has
  /// before it.
  private static let tables: [UInt32] = {
    var tables: [UInt32] = (0..<256).map { index in
      (0..<8).reduce(UInt32(index)) { value, _ in
        value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
      }
    }
    for index in 256..<2048 {
      let before = tables[index - 256]
      tables.append(tables[Int(before & 0xFF)] ^ (before >> 8))
    }
    return tables
  }()
}
