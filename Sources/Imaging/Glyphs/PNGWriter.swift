import Core

/// A picture of at most 256 colours as a PNG file, row by row (ISO/IEC 15948).
///
/// Its deflate has the fixed codes of RFC 1951, 3.2.6, and looks for repeats in two places alone: the byte before, and
/// the row above. Pictures made of glyphs have little else, and no library is needed.
struct PNGWriter {
  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  private static let polynomial: UInt32 = 0xedb8_8320
  private static let table: [UInt32] = (0..<256).map { index in
    var sum = UInt32(index)
    for _ in 0..<8 {
      let isOdd = sum & 1 == 1
      sum >>= 1
      if isOdd { sum ^= polynomial }
    }
    return sum
  }

  private let width, height: Int
  private let palette: [UInt32]
  private var raw: [UInt8] = []

  /// A picture of that size with colours as `0xRRGGBB`, at least one and at most 256.
  init(width: Int, height: Int, palette: [UInt32]) {
    (self.width, self.height, self.palette) = (width, height, palette)
    raw.reserveCapacity((width + 1) * height)
  }

  /// Adds a row of numbers of colours.
  mutating func append(_ row: [UInt8]) {
    raw.append(0)  // No filter.
    raw += row
  }

  /// The file, once it has all of its rows.
  var bytes: [UInt8] {
    var header = PNGWriter.big(width)
    header += PNGWriter.big(height)
    header += [8, 3, 0, 0, 0]
    var colours: [UInt8] = []
    for colour in palette.map({ GlyphColour($0) }) {
      colours += [colour.red, colour.green, colour.blue]
    }
    var file = PNGWriter.signature
    file += PNGWriter.chunk("IHDR", header)
    file += PNGWriter.chunk("PLTE", colours)
    file += PNGWriter.chunk("IDAT", zlib)
    file += PNGWriter.chunk("IEND", [])
    return file
  }

  static func big(_ number: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    return bytes
  }

  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    var sum = UInt32.max
    for byte in body {
      let index = Int((sum ^ UInt32(byte)) & 0xff)
      sum = table[index] ^ (sum >> 8)
    }
    var bytes = big(content.count)
    bytes += body
    bytes += big(Int(~sum))
    return bytes
  }

  /// The rows in the format of RFC 1950.
  var zlib: [UInt8] {
    var bits = DeflateBits()
    bits.append(0b011, count: 3)  // The last block, of fixed codes.
    var place = 0
    while place < raw.count {
      let (count, distance) = longestRepeat(at: place)
      if count >= DeflateBits.leastRepeat {
        bits.append(repeatOf: count, at: distance)
        place += count
      } else {
        bits.append(symbol: Int(raw[place]))
        place += 1
      }
    }
    bits.append(symbol: 256)
    var bytes: [UInt8] = [0x78, 0x01]
    bytes += bits.finished
    bytes += PNGWriter.big(adler)
    return bytes
  }

  private func longestRepeat(at place: Int) -> (count: Int, distance: Int) {
    let (before, above) = (repeatCount(at: place, 1), repeatCount(at: place, width + 1))
    return above > before ? (above, width + 1) : (before, 1)
  }

  private func repeatCount(at place: Int, _ distance: Int) -> Int {
    guard distance <= place, distance <= DeflateBits.farthest else { return 0 }
    let most = min(DeflateBits.longestRepeat, raw.count - place)
    var count = 0
    while count < most, raw[place + count] == raw[place + count - distance] { count += 1 }
    return count
  }

  private var adler: Int {
    var (one, two) = (1, 0)
    for byte in raw {
      one = (one + Int(byte)) % 65521
      two = (two + one) % 65521
    }
    return two << 16 | one
  }
}

/// The bits of a deflate stream with fixed codes.
struct DeflateBits {
  static let leastRepeat = 3, longestRepeat = 258, farthest = 32_768

  private var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingCount = 0

  /// Appends the lowest `count` bits of `value`, the lowest first.
  mutating func append(_ value: Int, count: Int) {
    pending |= UInt64(value) << UInt64(pendingCount)
    pendingCount += count
    while pendingCount >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingCount -= 8
    }
  }

  /// Appends a byte, the end (256), or the beginning of a repeat by its code.
  mutating func append(symbol: Int) {
    switch symbol {
    case ..<144: append(code: 0x30 + symbol, count: 8)
    case ..<256: append(code: 0x190 + symbol - 144, count: 9)
    case ..<280: append(code: symbol - 256, count: 7)
    default: append(code: 0xc0 + symbol - 280, count: 8)
    }
  }

  /// Appends that the `count` bytes follow which stand `distance` before.
  mutating func append(repeatOf count: Int, at distance: Int) {
    if count == DeflateBits.longestRepeat {
      append(symbol: 285)
    } else {
      let (code, extra, extraCount) = DeflateBits.split(count - 3, exact: 4)
      append(symbol: 257 + code)
      append(extra, count: extraCount)
    }
    let (code, extra, extraCount) = DeflateBits.split(distance - 1, exact: 2)
    append(code: code, count: 5)
    append(extra, count: extraCount)
  }

  /// The stream, filled up to whole bytes.
  var finished: [UInt8] {
    pendingCount > 0 ? bytes + [UInt8(truncatingIfNeeded: pending)] : bytes
  }

  /// The code of a number whose codes double their reach every `exact` (a power of two), and what is added to it.
  private static func split(
    _ number: Int, exact: Int
  ) -> (code: Int, extra: Int, extraCount: Int) {
    guard number >= 2 * exact else { return (number, 0, 0) }
    let bitCount = number.bitWidth - number.leadingZeroBitCount
    let extraCount = bitCount - 1 - exact.trailingZeroBitCount
    let step = number >> extraCount
    return (exact * extraCount + step, number & ((1 << extraCount) - 1), extraCount)
  }

  /// Codes stand with their highest bit first.
  private mutating func append(code: Int, count: Int) {
    var reversed = 0
    for index in 0..<count {
      reversed <<= 1
      reversed |= (code >> index) & 1
    }
    append(reversed, count: count)
  }
}
