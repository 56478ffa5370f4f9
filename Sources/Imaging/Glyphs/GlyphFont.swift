/// What glyphs look like in a picture: our own letters of 5 × 9 dots, and shapes drawn to the cell's edges.
struct GlyphFont {
  /// Pixels of a cell: each dot of a letter is 2 × 2.
  static let width = 12, height = 24

  /// From the space to `~`, a letter each: its nine rows from the top as digits of base 32, whose highest bit is left.
  private static let letters = Array(
    """
    000000000 444440400 AAA000000 AAVAVAA00 4FKE5U400 OP248J300 CIK8LID00 448000000 \
    248884200 842224800 04LEL4000 044V44000 000004480 000E00000 00000CC00 11248GG00 \
    EHJLPHE00 4C4444E00 EH1248V00 V2421HE00 26AIV2200 VGU11HE00 68GUHHE00 V12488800 \
    EHHEHHE00 EHHF12C00 0CC0CC000 0CC0C4800 248G84200 00V0V0000 842124800 EH1240400 \
    EH1DLLE00 EHHVHHH00 UHHUHHU00 EHGGGHE00 SIHHHIS00 VGGUGGV00 VGGUGGG00 EHGNHHF00 \
    HHHVHHH00 E44444E00 72222IC00 HIKOKIH00 GGGGGGV00 HRLLHHH00 HHPLJHH00 EHHHHHE00 \
    UHHUGGG00 EHHHLID00 UHHUKIH00 FGGE11U00 V44444400 HHHHHHE00 HHHHHA400 HHHLLLA00 \
    HHA4AHH00 HHHA44400 V1248GV00 E88888E00 GG8421100 E22222E00 4AH000000 0000000V0 \
    842000000 00E1FHF00 GGMPHHU00 00EGGHE00 11DJHHF00 00EHVGE00 698S88800 00FHHHF1E \
    GGMPHHH00 40C444E00 2062222IC GGIKOKI00 C44444E00 00QLLHH00 00MPHHH00 00EHHHE00 \
    00UHHHUGG 00FHHHF11 00MPGGG00 00EGE1U00 88S889600 00HHHJD00 00HHHA400 00HHLLA00 \
    00HA4AH00 00HHHHF1E 00V248V00 244844200 444444400 844244800 008L20000
    """.utf8)

  /// Rows of a letter, and what stands between two letters.
  private static let rowCount = 9, pitch = 10

  /// The pixels of `glyph` in `row` from the top, the leftmost in bit 11; a hollow box for one that it doesn't have.
  static func pixels(of glyph: UInt32, row: Int) -> UInt16 {
    if (0x20...0x7e).contains(glyph) { return letter(Int(glyph) - 0x20, row: row) }
    var pixels: UInt16 = 0
    for column in 0..<width {
      pixels <<= 1
      if isInk(glyph, column, row) { pixels |= 1 }
    }
    return pixels
  }

  private static func letter(_ index: Int, row: Int) -> UInt16 {
    let line = (row - 3) / 2
    guard row >= 3, line < rowCount else { return 0 }
    let digit = letters[index * pitch + line]
    let dots = digit < 0x41 ? digit - 0x30 : digit - 0x41 + 10
    // Each dot is two pixels wide, and a pixel is free on either side.
    var pixels: UInt16 = 0
    for dot in 0..<5 where (dots >> dot) & 1 == 1 { pixels |= UInt16(0b110) << (2 * dot) }
    return pixels
  }

  private static func isInk(_ glyph: UInt32, _ column: Int, _ row: Int) -> Bool {
    let (isRight, isLower) = (column >= width / 2, row >= height / 2)
    switch glyph {
    case 0x2581...0x2588: return row >= height - Int(glyph - 0x2580) * height / 8
    case 0x2596...0x259f: return isQuadrant(glyph, isRight, isLower)
    case 0x00b7: return isDisc(column, row, quarters: 5)
    case 0x2219: return isDisc(column, row, quarters: 8)
    case 0x2022: return isDisc(column, row, quarters: 12)
    case 0x25cf: return isDisc(column, row, quarters: 19)
    case 0x2b24: return isDisc(column, row, quarters: 24)
    case 0x02d9: return (4...6).contains(row) && (5...6).contains(column)
    case 0x25b5: return isTriangle(column, row, side: 4, isHollow: true)
    case 0x25b3: return isTriangle(column, row, side: 6, isHollow: true)
    case 0x25b4: return isTriangle(column, row, side: 4, isHollow: false)
    case 0x25b2: return isTriangle(column, row, side: 6, isHollow: false)
    default:
      let isInside = (2..<10).contains(column) && (4..<20).contains(row)
      return isInside && (column == 2 || column == 9 || row == 4 || row == 19)
    }
  }

  /// Quarters of the cell, by the names that Unicode has for U+2596 to U+259F.
  private static func isQuadrant(_ glyph: UInt32, _ isRight: Bool, _ isLower: Bool) -> Bool {
    // Bits for the quarters: upper left, upper right, lower left, lower right.
    let quarters: [UInt8] = [2, 1, 8, 11, 9, 14, 13, 4, 6, 7]
    let bit = 3 - (isLower ? 2 : 0) - (isRight ? 1 : 0)
    return quarters[Int(glyph - 0x2596)] >> bit & 1 == 1
  }

  /// A disc in the middle, whose radius is in quarters of a pixel.
  private static func isDisc(_ column: Int, _ row: Int, quarters: Int) -> Bool {
    let (across, down) = (4 * column + 2 - 2 * width, 4 * row + 2 - 2 * height)
    return across * across + down * down <= quarters * quarters
  }

  /// A triangle in the middle that points up, twice `side` wide and high.
  private static func isTriangle(
    _ column: Int, _ row: Int, side: Int, isHollow: Bool
  ) -> Bool {
    let down = row - (height / 2 - side)
    guard (0..<2 * side).contains(down) else { return false }
    let across = abs(2 * column + 1 - width)
    guard across <= down + 1 else { return false }
    return !isHollow || across >= down - 2 || down >= 2 * side - 2
  }
}
