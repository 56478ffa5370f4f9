import Core

/// Where a terminal's cursor is and which colours it writes in, as far as that is known.
struct Pen {
  /// Where the next glyph goes; nil after one in the last column, where terminals differ, and at first.
  private(set) var place: (row: Int, column: Int)?
  private var symbol, background: TerminalColours.Code
  private var isKnown = false

  /// A pen of which nothing is known.
  init() {
    (symbol, background) = (0, 0)
  }

  /// Notes where the cursor is now.
  mutating func advance(to row: Int, _ column: Int?) {
    place = column.map { (row, $0) }
  }

  /// Whether `cell` can be written as it is.
  func has(_ cell: GlyphWriter.Shown) -> Bool {
    isKnown && (cell.symbol == 0 || cell.symbol == symbol)
      && (cell.background == 0 || cell.background == background)
  }

  /// Takes the colours of `cell` up, both in one sequence and those alone that it hasn't (SGR).
  mutating func choose(
    _ cell: GlyphWriter.Shown, _ depth: ColourDepth, into output: inout [UInt8]
  ) {
    guard !has(cell) else { return }
    let wantsSymbol = cell.symbol != 0 && cell.symbol != symbol
    let wantsBackground = cell.background != 0 && cell.background != background
    output.append(0x1b)
    output.append(UInt8(ascii: "["))
    if !isKnown { output.append(UInt8(ascii: "0")) }
    if wantsSymbol {
      if !isKnown { output.append(UInt8(ascii: ";")) }
      output.appendColour(cell.symbol, depth, isBackground: false)
      symbol = cell.symbol
    }
    if wantsBackground {
      if !isKnown || wantsSymbol { output.append(UInt8(ascii: ";")) }
      output.appendColour(cell.background, depth, isBackground: true)
      background = cell.background
    }
    output.append(UInt8(ascii: "m"))
    isKnown = true
  }
}

/// The codes of the two colours that were asked for last: a picture has long runs of them.
struct ColourMemory {
  private let depth: ColourDepth
  private var symbol, background: (colour: UInt32, code: TerminalColours.Code)

  init(_ depth: ColourDepth) {
    self.depth = depth
    let code = TerminalColours.code(GlyphColour(0), depth)
    (symbol, background) = ((0, code), (0, code))
  }

  /// The code of a glyph's colour.
  mutating func symbol(_ colour: UInt32) -> TerminalColours.Code {
    if colour != symbol.colour {
      symbol = (colour, TerminalColours.code(GlyphColour(colour), depth))
    }
    return symbol.code
  }

  /// The code of the colour behind a glyph.
  mutating func background(_ colour: UInt32) -> TerminalColours.Code {
    if colour != background.colour {
      background = (colour, TerminalColours.code(GlyphColour(colour), depth))
    }
    return background.code
  }
}

/// How many bytes things take.
enum Digits {
  /// Digits of a number under 100 000.
  static func count(_ number: Int) -> Int {
    number < 10 ? 1 : number < 100 ? 2 : number < 1000 ? 3 : number < 10_000 ? 4 : 5
  }

  /// Bytes that bring the cursor to an address counted from 0.
  static func address(_ row: Int, _ column: Int) -> Int {
    if column == 0 { return row == 0 ? 3 : 3 + count(row + 1) }
    return 4 + (row == 0 ? 0 : count(row + 1)) + count(column + 1)
  }

  /// Bytes that bring the cursor so many columns to the right.
  static func forward(_ gap: Int) -> Int {
    gap == 0 ? 0 : gap == 1 ? 3 : 3 + count(gap)
  }

  /// Bytes of a scalar in UTF-8.
  static func utf8(_ scalar: UInt32) -> Int {
    scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
  }
}

extension [UInt8] {
  /// Appends `scalar` in UTF-8 (RFC 3629).
  mutating func appendUTF8(_ scalar: UInt32) {
    func tail(_ shift: UInt32) -> UInt8 {
      let part = UInt8(truncatingIfNeeded: scalar >> shift) & 0x3f
      return 0x80 | part
    }
    switch Digits.utf8(scalar) {
    case 1: append(UInt8(scalar))
    case 2:
      append(0xc0 | UInt8(truncatingIfNeeded: scalar >> 6))
      append(tail(0))
    case 3:
      append(0xe0 | UInt8(truncatingIfNeeded: scalar >> 12))
      append(tail(6))
      append(tail(0))
    default:
      append(0xf0 | UInt8(truncatingIfNeeded: scalar >> 18))
      append(tail(12))
      append(tail(6))
      append(tail(0))
    }
  }

  /// Appends a number from 0 in digits.
  mutating func appendNumber(_ number: Int) {
    if number >= 10 { appendNumber(number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// Appends what brings the cursor to an address counted from 0 (CUP).
  mutating func appendAddress(_ row: Int, _ column: Int) {
    append(0x1b)
    append(UInt8(ascii: "["))
    if row > 0 { appendNumber(row + 1) }
    if column > 0 {
      append(UInt8(ascii: ";"))
      appendNumber(column + 1)
    }
    append(UInt8(ascii: "H"))
  }

  /// Appends what brings the cursor so many columns to the right (CUF).
  mutating func appendForward(_ gap: Int) {
    guard gap > 0 else { return }
    append(0x1b)
    append(UInt8(ascii: "["))
    if gap > 1 { appendNumber(gap) }
    append(UInt8(ascii: "C"))
  }

  /// Appends what moves the rest of the line by one column to the right (ICH).
  mutating func appendInsertion() {
    append(0x1b)
    append(UInt8(ascii: "["))
    append(UInt8(ascii: "@"))
  }

  /// Appends the parameters of SGR for the colour that `code` stands for.
  mutating func appendColour(
    _ code: TerminalColours.Code, _ depth: ColourDepth, isBackground: Bool
  ) {
    let number = Int(code) - 1
    switch depth {
    case .none: break
    case .sixteen: appendNumber((number < 8 ? 30 : 82) + number + (isBackground ? 10 : 0))
    case .indexed:
      appendNumber(isBackground ? 48 : 38)
      appendParameters(5, number)
    case .direct:
      appendNumber(isBackground ? 48 : 38)
      appendParameters(2, number >> 16 & 0xff)
      appendParameters(number >> 8 & 0xff, number & 0xff)
    }
  }

  private mutating func appendParameters(_ first: Int, _ second: Int) {
    append(UInt8(ascii: ";"))
    appendNumber(first)
    append(UInt8(ascii: ";"))
    appendNumber(second)
  }
}
