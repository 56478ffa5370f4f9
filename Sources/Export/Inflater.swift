import Core
import Glibc

/// Bytes as they were before they were deflated (RFC 1951), a portion at a time.
///
/// What is no such stream is refused with `EBADMSG`.
struct Inflater {
  /// What comes next.
  private enum Block {
    /// The beginning of a block, or the end.
    case none
    /// So many bytes as they are.
    case stored(Int)
    case coded(PrefixCode, PrefixCode)
  }

  /// A distance reaches no further back.
  private static let windowByteCount = 32_768
  private static let portionByteCount = 1 << 18
  /// In which order a block gives the lengths of the code for lengths.
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private var input: ZipPortions
  private var portion: [UInt8] = []
  private var place = 0
  private var buffer: UInt32 = 0
  private var bitCount = 0
  private var window: [UInt8] = []
  private var block = Block.none
  private var isLast = false

  init(_ input: ZipPortions) {
    self.input = input
  }

  /// The next portion; none at the end.
  mutating func next() throws(SystemError) -> [UInt8] {
    let begin = window.count
    while window.count - begin < Inflater.portionByteCount {
      switch block {
      case .none:
        if isLast { return finished(begin) }
        try beginBlock()
      case .stored(let count): try copy(count)
      case .coded(let lengths, let distances): try decode(lengths, distances)
      }
    }
    return finished(begin)
  }

  private mutating func finished(_ begin: Int) -> [UInt8] {
    let found = Array(window[begin...])
    window.removeFirst(max(0, window.count - Inflater.windowByteCount))
    return found
  }

  private mutating func beginBlock() throws(SystemError) {
    isLast = try bits(1) == 1
    switch try bits(2) {
    case 0:
      (buffer, bitCount) = (0, 0)
      let (count, inverse) = (try bits(16), try bits(16))
      guard count ^ inverse == 0xFFFF else { throw Inflater.malformed }
      block = .stored(count)
    case 1: block = try Inflater.fixed()
    case 2: block = try readCodes()
    default: throw Inflater.malformed
    }
  }

  private mutating func copy(_ count: Int) throws(SystemError) {
    for _ in 0..<count { window.append(try byte()) }
    block = .none
  }

  private mutating func decode(
    _ lengths: PrefixCode, _ distances: PrefixCode
  ) throws(SystemError) {
    let symbol = try symbol(of: lengths)
    if symbol < 256 { return window.append(UInt8(symbol)) }
    if symbol == 256 { return block = .none }
    let count = try length(symbol - 257)
    let distance = try distance(try self.symbol(of: distances))
    guard distance <= window.count else { throw Inflater.malformed }
    for _ in 0..<count { window.append(window[window.count - distance]) }
  }

  /// How many bytes are repeated: groups of four symbols have one more bit each.
  private mutating func length(_ symbol: Int) throws(SystemError) -> Int {
    if symbol < 8 { return symbol + 3 }
    if symbol == 28 { return 258 }
    guard symbol < 28 else { throw Inflater.malformed }
    let extra = symbol / 4 - 1
    return (4 + symbol % 4) << extra + 3 + (try bits(extra))
  }

  /// From how far back: groups of two symbols have one more bit each.
  private mutating func distance(_ symbol: Int) throws(SystemError) -> Int {
    if symbol < 4 { return symbol + 1 }
    guard symbol < 30 else { throw Inflater.malformed }
    let extra = symbol / 2 - 1
    return (2 + symbol % 2) << extra + 1 + (try bits(extra))
  }

  private static func fixed() throws(SystemError) -> Block {
    var lengths = [Int](repeating: 8, count: 288)
    for symbol in 144..<256 { lengths[symbol] = 9 }
    for symbol in 256..<280 { lengths[symbol] = 7 }
    return .coded(try PrefixCode(lengths), try PrefixCode([Int](repeating: 5, count: 30)))
  }

  private mutating func readCodes() throws(SystemError) -> Block {
    let (lengthCount, distanceCount) = (try bits(5) + 257, try bits(5) + 1)
    var own = [Int](repeating: 0, count: 19)
    for place in Inflater.order.prefix(try bits(4) + 4) { own[place] = try bits(3) }
    let code = try PrefixCode(own)
    var lengths: [Int] = []
    while lengths.count < lengthCount + distanceCount {
      switch try symbol(of: code) {
      case 16:
        guard let last = lengths.last else { throw Inflater.malformed }
        lengths += [Int](repeating: last, count: try bits(2) + 3)
      case 17: lengths += [Int](repeating: 0, count: try bits(3) + 3)
      case 18: lengths += [Int](repeating: 0, count: try bits(7) + 11)
      case let length: lengths.append(length)
      }
    }
    guard lengths.count == lengthCount + distanceCount else { throw Inflater.malformed }
    return .coded(
      try PrefixCode(Array(lengths[..<lengthCount])), try PrefixCode(Array(lengths[lengthCount...]))
    )
  }

  private mutating func symbol(of code: PrefixCode) throws(SystemError) -> Int {
    var (value, first, index) = (0, 0, 0)
    for length in 1...PrefixCode.longest {
      value = value << 1 | (try bits(1))
      first <<= 1
      let count = code.counts[length]
      if value - first < count { return code.symbols[index + value - first] }
      (first, index) = (first + count, index + count)
    }
    throw Inflater.malformed
  }

  /// A number of at most 16 bits, the lowest first.
  private mutating func bits(_ count: Int) throws(SystemError) -> Int {
    while bitCount < count {
      buffer |= UInt32(try byte()) << UInt32(bitCount)
      bitCount += 8
    }
    let value = buffer & (1 << UInt32(count) - 1)
    buffer >>= UInt32(count)
    bitCount -= count
    return Int(value)
  }

  private mutating func byte() throws(SystemError) -> UInt8 {
    if place == portion.count {
      (portion, place) = (try input.next(), 0)
      if portion.isEmpty { throw Inflater.malformed }
    }
    defer { place += 1 }
    return portion[place]
  }

  fileprivate static let malformed = SystemError(call: "inflate", code: EBADMSG)
}

/// A code of which the lengths tell all: symbols of one length follow one another (RFC 1951, 3.2.2).
private struct PrefixCode {
  static let longest = 15
  /// How many symbols have each length.
  let counts: [Int]
  /// The symbols, the shortest first.
  let symbols: [Int]

  init(_ lengths: [Int]) throws(SystemError) {
    var counts = [Int](repeating: 0, count: PrefixCode.longest + 1)
    for length in lengths where length > 0 { counts[length] += 1 }
    var left = 1
    for count in counts.dropFirst() {
      left = left * 2 - count
      guard left >= 0 else { throw Inflater.malformed }
    }
    self.counts = counts
    symbols = (1...PrefixCode.longest).flatMap { length in
      lengths.indices.filter { lengths[$0] == length }
    }
  }
}
