/// Reads the header of a JPEG picture byte by byte and never past its end.
struct JPEGReader {
  private let bytes: UnsafeRawBufferPointer
  /// Where the next byte is read, at most the byte count.
  private(set) var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// The next byte.
  mutating func byte() throws(JPEGError) -> UInt8 {
    guard offset < bytes.count else { throw .truncated(at: offset) }
    defer { offset += 1 }
    return bytes[offset]
  }

  /// The next two bytes, the high one first.
  mutating func word() throws(JPEGError) -> Int {
    let high = try byte()
    return Int(high) << 8 | Int(try byte())
  }

  /// Passes over `count` bytes, all of which must be there.
  mutating func skip(_ count: Int) throws(JPEGError) {
    guard count <= bytes.count - offset else { throw .truncated(at: bytes.count) }
    offset += count
  }

  /// The code of the next marker; any number of `0xFF` may precede it (T.81 B.1.1.2).
  mutating func marker() throws(JPEGError) -> UInt8 {
    let start = offset
    guard try byte() == 0xFF else { throw .markerExpected(at: start) }
    while true {
      switch try byte() {
      case 0xFF: continue
      case 0x00: throw .markerExpected(at: start)
      case let code: return code
      }
    }
  }
}
