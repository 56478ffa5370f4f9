import Core

/// Text that lies over a picture made of glyphs.
package enum GlyphText {
  /// The least contrast of text with what is behind it: WCAG 2.1, 1.4.3.
  package static let leastContrast = 4.5

  /// The colours of text over a picture with `palette`, as a terminal of `depth` shows them.
  ///
  /// What is behind it is the palette's, and the text has the colour of its glyphs where that can be read there, or
  /// else white or black: one of them always can be. A terminal without colours has its own two.
  package static func colours(
    _ palette: GlyphPalette, _ depth: ColourDepth
  ) -> (symbol: GlyphColour, background: GlyphColour) {
    let background = palette.background
    let shown = TerminalColours.shown(background, depth)
    func contrast(_ colour: GlyphColour) -> Double {
      TerminalColours.shown(colour, depth).contrast(with: shown)
    }
    if contrast(palette.symbols) >= leastContrast { return (palette.symbols, background) }
    let (white, black) = (GlyphPreset.white.colour, GlyphPreset.black.colour)
    return (contrast(white) >= contrast(black) ? white : black, background)
  }
}

extension GlyphGrid {
  /// Writes `text` into `row` from `column` on, and spaces after it, `width` cells in all: over whatever is there.
  ///
  /// Each scalar takes a cell; what would take none or two is a question mark. What has no room is left out.
  package mutating func write(
    _ text: some StringProtocol, row: Int, column: Int, width: Int, _ style: GlyphStyle,
    _ charset: Charset = .unicode
  ) {
    guard row >= 0, row < rows else { return }
    let colours = GlyphText.colours(style.palette, style.depth)
    var scalars = charset.plain(String(text)).unicodeScalars.makeIterator()
    for place in column..<column + max(0, width) {
      let scalar = scalars.next() ?? " "
      guard place >= 0, place < columns else { continue }
      self[row, place] = GlyphCell(
        scalar.takesOneCell ? scalar : "?", colours.symbol, on: colours.background)
    }
  }
}

extension Unicode.Scalar {
  /// Whether it takes one cell of a terminal, as far as that needs no tables: letters of Europe, and what is drawn
  /// with.
  fileprivate var takesOneCell: Bool {
    switch value {
    case 0x20...0x7e, 0xa0...0xac, 0xae...0x2ff, 0x370...0x482, 0x48a...0x52f: true
    case 0x1e00...0x1fff, 0x2010...0x2027, 0x2030...0x205e, 0x20a0...0x20bf: true
    case 0x2100...0x214f, 0x2190...0x22ff, 0x2500...0x25fc, 0x25ff...0x2613, 0x2713, 0x2717: true
    default: false
    }
  }
}
