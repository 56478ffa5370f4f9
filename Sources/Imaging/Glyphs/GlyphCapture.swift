import Core

/// A grid as a file: its rows, or its rows with their colours.
package enum GlyphCapture {
  /// No capture has more cells.
  package static let mostCells = 64_000

  /// `area`, or one of the same form with as many cells as a capture may have.
  package static func limited(_ area: GlyphArea) -> GlyphArea {
    var columns = area.columns
    func rows() -> Int { max(1, area.rows * columns / area.columns) }
    while columns > 1, columns * rows() > mostCells { columns -= 1 }
    return GlyphArea(
      column: 0, row: 0, columns: columns, rows: min(rows(), mostCells))
  }

  /// The rows in UTF-8, each without the spaces at its end and with a line feed.
  package static func text(_ grid: borrowing GlyphGrid) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(3 * grid.count)
    for row in 0..<grid.rows {
      var end = grid.columns
      while end > 0, grid[row, end - 1].glyph == 0x20 { end -= 1 }
      for column in 0..<end { bytes.appendUTF8(grid[row, column].glyph) }
      bytes.append(0x0a)
    }
    return bytes
  }

  /// The rows for a terminal with so many colours (SGR), each of which begins and ends without any.
  ///
  /// Nothing moves the cursor, so it can be shown by cat(1) in any terminal that is wide enough.
  package static func ansi(_ grid: borrowing GlyphGrid, _ depth: ColourDepth) -> [UInt8] {
    guard depth != .none else { return text(grid) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * grid.count)
    var colours = ColourMemory(depth)
    for row in 0..<grid.rows {
      var pen = Pen()
      for column in 0..<grid.columns {
        let cell = grid[row, column]
        let shown = GlyphWriter.Shown(
          glyph: cell.glyph, symbol: cell.glyph == 0x20 ? 0 : colours.symbol(cell.symbol),
          background: colours.background(cell.background))
        pen.choose(shown, depth, into: &bytes)
        bytes.appendUTF8(shown.glyph)
      }
      bytes.append(contentsOf: [0x1b, 0x5b, 0x30, 0x6d, 0x0a])
    }
    return bytes
  }
}
