import Core
import Testing

@testable import Imaging

@Suite struct GlyphTextTests {
  @Test func contrastIsThatOfWCAG() {
    let (black, white) = (GlyphPreset.black.colour, GlyphPreset.white.colour)
    #expect(abs(black.contrast(with: white) - 21) < 0.001)
    #expect(abs(white.contrast(with: white) - 1) < 0.001)
    // Published with the criterion: grey 767676 is the lightest that does on white.
    #expect(abs(GlyphColour(0x767676).contrast(with: white) - 4.54) < 0.005)
    #expect(abs(GlyphColour(0x777777).contrast(with: white) - 4.48) < 0.005)
  }

  private func contrast(_ palette: GlyphPalette, _ depth: ColourDepth) -> Double {
    let (symbol, background) = GlyphText.colours(palette, depth)
    return TerminalColours.shown(symbol, depth)
      .contrast(with: TerminalColours.shown(background, depth))
  }

  @Test(arguments: GlyphPreset.allCases, ColourDepth.allCases)
  func textCanBeReadOnEveryPreset(background: GlyphPreset, depth: ColourDepth) {
    for symbols in GlyphPreset.allCases {
      var palette = GlyphPalette()
      (palette.symbols, palette.background) = (symbols.colour, background.colour)
      #expect(contrast(palette, depth) >= 4.5, "\(symbols) on \(background)")
    }
  }

  @Test(arguments: ColourDepth.allCases)
  func textCanBeReadOnAnyColour(depth: ColourDepth) {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2_000 {
      var palette = GlyphPalette()
      palette.symbols = GlyphColour(UInt32.random(in: 0...0xffffff, using: &random))
      palette.background = GlyphColour(UInt32.random(in: 0...0xffffff, using: &random))
      #expect(contrast(palette, depth) >= 4.5)
    }
    for grey in 0...255 {
      var palette = GlyphPalette()
      palette.background = GlyphColour(UInt32(grey) * 0x010101)
      #expect(contrast(palette, depth) >= 4.5)
    }
  }

  @Test func textKeepsItsColourWhereItCanBeRead() {
    var palette = GlyphPalette()
    palette.symbols = GlyphPreset.orange.colour
    #expect(GlyphText.colours(palette, .direct).symbol == GlyphPreset.orange.colour)
    palette.background = GlyphPreset.yellow.colour
    #expect(GlyphText.colours(palette, .direct).symbol == GlyphPreset.black.colour)
  }

  private func rows(_ grid: borrowing GlyphGrid) -> [String] {
    var rows: [String] = []
    for row in 0..<grid.rows {
      var text = ""
      for column in 0..<grid.columns {
        text.unicodeScalars.append(Unicode.Scalar(grid[row, column].glyph) ?? "?")
      }
      rows.append(text)
    }
    return rows
  }

  @Test func textTakesItsCellsAndNoOthers() {
    var grid = GlyphGrid(columns: 12, rows: 3)
    grid.fill(with: GlyphCell("#", GlyphPreset.pink.colour, on: GlyphPreset.teal.colour))
    grid.write("Photo 7: äü", row: 1, column: 2, width: 6, GlyphStyle())
    let before = rows(grid)
    #expect(before == ["############", "##Photo ####", "############"])
    grid.write("ok", row: 2, column: 0, width: 12, GlyphStyle())
    let after = rows(grid)
    #expect(after[2] == "ok          ")
    let last = grid[2, 11]
    #expect(last.background == 0)
  }

  @Test func whatHasNoRoomIsLeftOut() {
    var grid = GlyphGrid(columns: 4, rows: 1)
    for (row, column) in [(-1, 0), (1, 0), (0, 4), (0, -9)] {
      grid.write("abc", row: row, column: column, width: 3, GlyphStyle())
    }
    var found = rows(grid)
    grid.write("abcdef", row: 0, column: -2, width: 4, GlyphStyle())
    found += rows(grid)
    grid.write("a日\u{301}b", row: 0, column: 0, width: 9, GlyphStyle())
    found += rows(grid)
    #expect(found == ["    ", "cd  ", "a??b"])
    grid.write("ä°", row: 0, column: 0, width: 4, GlyphStyle(), .ascii)
    let sevenBits = rows(grid)
    #expect(sevenBits[0].unicodeScalars.allSatisfy { $0.isASCII })
  }
}
