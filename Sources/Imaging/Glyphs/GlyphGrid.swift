import Core

/// One place of a terminal: a glyph that is one column wide, its colour, and the one behind it.
package struct GlyphCell: Hashable, Sendable {
  /// The scalar value of the glyph.
  package var glyph: UInt32
  /// The colour of the glyph, and the one behind it, as `0xRRGGBB`.
  package var symbol, background: UInt32

  /// A cell with `glyph` in these colours.
  package init(_ glyph: Unicode.Scalar, _ symbol: GlyphColour, on background: GlyphColour) {
    self.glyph = glyph.value
    self.symbol = symbol.number
    self.background = background.number
  }

  /// White on black, with nothing in it.
  package static let blank = GlyphCell(
    " ", GlyphPreset.white.colour, on: GlyphPreset.black.colour)
}

/// A rectangle of cells, counted from the left upper corner of a grid.
package struct GlyphArea: Hashable, Sendable {
  /// Cells to the left of it, and rows above it.
  package let column, row: Int
  /// Cells a row, and rows.
  package let columns, rows: Int

  /// The area with its left upper corner at `column`, `row`.
  package init(column: Int, row: Int, columns: Int, rows: Int) {
    (self.column, self.row, self.columns, self.rows) = (column, row, columns, rows)
  }

  /// So many cells is a terminal's cell as high as wide.
  private static let cellHeight = 2

  /// The area of an upright picture of `width` × `height` pixels in the middle of this one: as many columns as `cell`
  /// asks for, as far as there is room, and at least one cell.
  package func fitting(_ width: Int, _ height: Int, cell: Int) -> GlyphArea {
    fitting(width, height, columns: GlyphArea.columns(ofCell: cell))
  }

  /// The same with so many columns, as far as there is room.
  package func fitting(_ width: Int, _ height: Int, columns wantedColumns: Int) -> GlyphArea {
    let wanted = min(wantedColumns, columns)
    // A frame without a side is none, and none is drawn.
    let (across, down) = (max(1, width) * GlyphArea.cellHeight, max(1, height))
    let needed = (wanted * down + across / 2) / across
    let isTooHigh = needed > rows
    let fittingColumns = isTooHigh ? min(columns, (rows * across + down / 2) / down) : wanted
    let fittingRows = isTooHigh ? rows : needed
    return middle(max(1, fittingColumns), max(1, fittingRows))
  }

  /// It with so many columns more on each side, and rows above and below; with fewer where that is negative.
  package func grown(by columns: Int, _ rows: Int) -> GlyphArea {
    GlyphArea(
      column: column - columns, row: row - rows, columns: max(0, self.columns + 2 * columns),
      rows: max(0, self.rows + 2 * rows))
  }

  /// The part of it that is inside of `room`; one without cells where none is.
  package func clipped(to room: GlyphArea) -> GlyphArea {
    let (left, top) = (max(column, room.column), max(row, room.row))
    let right = min(column + columns, room.column + room.columns)
    let bottom = min(row + rows, room.row + room.rows)
    return GlyphArea(
      column: left, row: top, columns: max(0, right - left), rows: max(0, bottom - top))
  }

  /// The area of `columns` × `rows` cells in the middle of this one.
  private func middle(_ columns: Int, _ rows: Int) -> GlyphArea {
    GlyphArea(
      column: column + (self.columns - columns) / 2, row: row + (self.rows - rows) / 2,
      columns: columns, rows: rows)
  }

  /// How many columns the parameter `cell` stands for: round(40 + 140 · cell / 100).
  package static func columns(ofCell cell: Int) -> Int { (4000 + 140 * cell + 50) / 100 }
}

/// The cells of a terminal, or of a part of it, row by row; memory is taken for the largest size that it ever had.
package struct GlyphGrid: ~Copyable {
  /// Cells a row at most, and rows: more than any terminal has.
  package static let longestSide = 4096

  /// Cells a row.
  package private(set) var columns = 0
  /// Rows.
  package private(set) var rows = 0
  private var cells: UnsafeMutablePointer<GlyphCell>
  private var capacity: Int

  /// A grid of that size with nothing in it.
  package init(columns: Int, rows: Int) {
    cells = .allocate(capacity: 1)
    capacity = 1
    resize(columns: columns, rows: rows)
  }

  deinit {
    cells.deallocate()
  }

  /// All of it.
  package var area: GlyphArea { GlyphArea(column: 0, row: 0, columns: columns, rows: rows) }

  /// Whether `area` has cells, and all of them are cells of the grid.
  package func contains(_ area: GlyphArea) -> Bool {
    area.column >= 0 && area.row >= 0 && area.columns > 0 && area.rows > 0
      && area.columns <= columns - area.column && area.rows <= rows - area.row
  }

  /// How many cells there are.
  package var count: Int { columns * rows }

  /// The cell there, which is inside of the grid.
  package subscript(row: Int, column: Int) -> GlyphCell {
    get { cells[index(row, column)] }
    set { cells[index(row, column)] = newValue }
  }

  /// Gives it another size and empties it; sides beyond `longestSide` are cut off.
  package mutating func resize(columns: Int, rows: Int) {
    self.columns = min(max(0, columns), GlyphGrid.longestSide)
    self.rows = min(max(0, rows), GlyphGrid.longestSide)
    if count > capacity {
      cells.deallocate()
      cells = .allocate(capacity: count)
      capacity = count
    }
    fill(with: .blank)
  }

  /// Puts `cell` everywhere.
  package mutating func fill(with cell: GlyphCell) {
    cells.initialize(repeating: cell, count: count)
  }

  /// Puts `cell` everywhere in `area`, as far as that is inside of the grid.
  package mutating func fill(_ area: GlyphArea, with cell: GlyphCell) {
    for row in clipped(area.row, area.rows, rows) {
      for column in clipped(area.column, area.columns, columns) { self[row, column] = cell }
    }
  }

  /// Puts the cells of `other` at the left upper corner of `area`, as far as they are inside of that and of this grid.
  package mutating func copy(_ other: borrowing GlyphGrid, to area: GlyphArea) {
    for row in clipped(area.row, min(area.rows, other.rows), rows) {
      for column in clipped(area.column, min(area.columns, other.columns), columns) {
        self[row, column] = other[row - area.row, column - area.column]
      }
    }
  }

  /// Puts the cells that `other` has in `area` at the same place, as far as both grids have that.
  package mutating func copy(_ area: GlyphArea, of other: borrowing GlyphGrid) {
    let area = area.clipped(to: other.area).clipped(to: self.area)
    for row in area.row..<area.row + area.rows {
      for column in area.column..<area.column + area.columns {
        self[row, column] = other[row, column]
      }
    }
  }

  /// Makes all glyphs half as strong against what is behind them.
  package mutating func dim() {
    for index in 0..<count {
      let background = GlyphColour(cells[index].background)
      cells[index].symbol =
        background.mixed(with: GlyphColour(cells[index].symbol), 1, of: 2)
        .number
    }
  }

  /// The part of `start..<start + count` that is inside of `0..<side`.
  func clipped(_ start: Int, _ count: Int, _ side: Int) -> Range<Int> {
    let lower = min(max(0, start), side)
    return lower..<max(lower, min(start + count, side))
  }

  private func index(_ row: Int, _ column: Int) -> Int {
    precondition(row >= 0 && row < rows && column >= 0 && column < columns, "a cell of the grid")
    return row * columns + column
  }
}
