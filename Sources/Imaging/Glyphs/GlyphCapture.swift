import Core

/// A grid as a file: its rows, or its rows with their colours.
package enum GlyphCapture {
  /// No capture has more cells.
  package static let mostCells = 64_000

  /// What kind of file it is.
  package enum Form: Hashable, Sendable {
    case text, ansi, png
  }

  /// The grid as a file of that form, for a terminal with so many colours.
  package static func bytes(
    of grid: borrowing GlyphGrid, as form: Form, _ depth: ColourDepth
  ) -> [UInt8] {
    switch form {
    case .text: text(grid)
    case .ansi: ansi(grid, depth)
    case .png: png(grid, depth)
    }
  }

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

extension GlyphCapture {
  /// The grid as a PNG file: 12 × 24 pixels a cell, in the colours that a terminal of `depth` shows.
  package static func png(_ grid: borrowing GlyphGrid, _ depth: ColourDepth) -> [UInt8] {
    let colours = PNGColours(of: grid, depth)
    let width = grid.columns * GlyphFont.width
    var writer = PNGWriter(
      width: width, height: grid.rows * GlyphFont.height, palette: colours.palette)
    var row = [UInt8](repeating: 0, count: width)
    for line in 0..<grid.rows {
      for down in 0..<GlyphFont.height {
        for column in 0..<grid.columns {
          let cell = grid[line, column]
          let pixels = GlyphFont.pixels(of: cell.glyph, row: down)
          let (ink, paper) = (colours.number(of: cell.symbol), colours.number(of: cell.background))
          for place in 0..<GlyphFont.width {
            let isInk = pixels >> UInt16(GlyphFont.width - 1 - place) & 1 == 1
            row[column * GlyphFont.width + place] = isInk ? ink : paper
          }
        }
        writer.append(row)
      }
    }
    return writer.bytes
  }
}

/// The colours of a grid and their numbers; beyond the first 256 a colour has that of the nearest.
private struct PNGColours {
  private(set) var palette: [UInt32] = []
  private var numbers: [UInt32: UInt8] = [:]
  private let depth: ColourDepth

  init(of grid: borrowing GlyphGrid, _ depth: ColourDepth) {
    self.depth = depth
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        add(grid[row, column].symbol)
        add(grid[row, column].background)
      }
    }
    if palette.isEmpty { palette = [0] }
  }

  func number(of colour: UInt32) -> UInt8 { numbers[colour] ?? 0 }

  private mutating func add(_ colour: UInt32) {
    guard numbers[colour] == nil else { return }
    let shown = TerminalColours.shown(GlyphColour(colour), depth)
    if let number = palette.firstIndex(of: shown.number) {
      numbers[colour] = UInt8(number)
    } else if palette.count < 256 {
      numbers[colour] = UInt8(palette.count)
      palette.append(shown.number)
    } else {
      numbers[colour] = nearest(to: shown)
    }
  }

  /// Of the colours that have a number the one nearest to `colour`.
  private func nearest(to colour: GlyphColour) -> UInt8 {
    let nearest = palette.indices.min { one, other in
      TerminalColours.distance(GlyphColour(palette[one]), colour)
        < TerminalColours.distance(GlyphColour(palette[other]), colour)
    }
    return UInt8(nearest ?? 0)
  }
}
