import Core

/// What makes a terminal show a grid: only what differs from what it shows, in as few bytes as are needed.
///
/// It knows what was sent and nothing else: neither descriptor nor clock. All memory is its own, for one size.
package struct GlyphWriter: ~Copyable {
  /// No cell takes more, with the way to it and its colours: where so much room is left, at least one is written.
  package static let leastLimit = ViewfinderScene.leastFrame

  /// How a terminal shows what it is sent.
  package struct Terminal: Hashable, Sendable {
    /// Its cells a row, and its rows; the grid stands in its left upper corner.
    package let columns, rows: Int
    /// How many colours it has.
    package let depth: ColourDepth
    /// Which glyphs it has.
    package let charset: Charset

    /// A terminal of that size.
    package init(columns: Int, rows: Int, _ depth: ColourDepth, _ charset: Charset = .unicode) {
      (self.columns, self.rows, self.depth, self.charset) = (columns, rows, depth, charset)
    }
  }

  /// A cell in the colours that the terminal has; that of a space is nobody's concern, and 0.
  struct Shown: Equatable {
    var glyph: UInt32
    var symbol, background: TerminalColours.Code
  }

  let terminal: Terminal
  private var shown: Memory<UInt32>
  private var columns = 0
  private var rows = 0
  /// Where the last call stopped, so that each cell has its turn on a line that is always too slow.
  private var next = 0
  private var pen = Pen()
  private var colours: ColourMemory

  /// A writer for a terminal that shows something unknown.
  package init(_ terminal: Terminal) {
    self.terminal = terminal
    shown = Memory(count: 3 * max(1, terminal.columns) * max(1, terminal.rows))
    colours = ColourMemory(terminal.depth)
    shown.start.initialize(repeating: .max, count: shown.count)
  }

  /// Forgets what the terminal shows: something else has written to it.
  package mutating func invalidate() {
    shown.start.initialize(repeating: .max, count: shown.count)
    pen = Pen()
    next = 0
  }

  /// Appends to `output` what leads from what the terminal shows to `grid`, at most `limit` bytes; whole cells only.
  ///
  /// The next call goes on where this one stopped, with the grid of then. What lies outside of the terminal is left
  /// out. The cursor stays where the last cell was written.
  ///
  /// - Parameter urgent: rows that are written before all others, whoever's turn it is.
  /// - Returns: whether that is all of it.
  package mutating func update(
    to grid: borrowing GlyphGrid, first urgent: Range<Int> = 0..<0, atMost limit: Int = .max,
    into output: inout [UInt8]
  ) -> Bool {
    columns = min(grid.columns, terminal.columns)
    rows = min(grid.rows, terminal.rows)
    let count = columns * rows
    guard count > 0 else { return true }
    var room = GlyphRoom(limit)
    let urgent = urgent.clamped(to: 0..<rows)
    for index in urgent.lowerBound * columns..<urgent.upperBound * columns {
      guard write(index, of: grid, &room, into: &output) else { return false }
    }
    if next >= count { next = 0 }
    let start = next
    for step in 0..<count {
      let index = start + step < count ? start + step : start + step - count
      guard write(index, of: grid, &room, into: &output) else {
        next = index
        return false
      }
    }
    next = 0
    return true
  }

  /// Bytes of a cell at most: the way to it, its glyph, and its two colours with what resets all before.
  private var largestCell: Int {
    switch terminal.depth {
    case .none: 20
    case .sixteen: 28
    case .indexed: 40
    case .direct: 56
    }
  }

  /// Writes the cell with that number if it has changed; says no where it doesn't fit into the room.
  private mutating func write(
    _ index: Int, of grid: borrowing GlyphGrid, _ room: inout GlyphRoom, into output: inout [UInt8]
  ) -> Bool {
    let (row, column) = (index / columns, index % columns)
    let wanted = wanted(grid[row, column])
    guard wanted != shownCell(row, column) else { return true }
    let isCorner = row == terminal.rows - 1 && column == terminal.columns - 1
    guard room.takes(isCorner ? GlyphWriter.leastLimit : largestCell) else { return false }
    let before = output.count
    if isCorner {
      writeCorner(wanted, of: grid, into: &output)
    } else {
      approach(row, column, into: &output)
      put(wanted, row, column, into: &output)
    }
    room.left -= output.count - before
    return true
  }

  /// Writes a cell where the cursor is.
  private mutating func put(
    _ cell: Shown, _ row: Int, _ column: Int, into output: inout [UInt8]
  ) {
    pen.choose(cell, terminal.depth, into: &output)
    output.appendUTF8(cell.glyph)
    pen.advance(to: row, column + 1 < terminal.columns ? column + 1 : nil)
    keep(cell, row, column)
  }

  /// The last cell of the screen, after which some terminals scroll: it is written one place before, and pushed there
  /// by what is inserted (ICH).
  private mutating func writeCorner(
    _ cell: Shown, of grid: borrowing GlyphGrid, into output: inout [UInt8]
  ) {
    let (row, column) = (terminal.rows - 1, terminal.columns - 1)
    guard column > 0 else { return keep(cell, row, column) }
    let before = wanted(grid[row, column - 1])
    approach(row, column - 1, into: &output)
    pen.choose(cell, terminal.depth, into: &output)
    output.appendUTF8(cell.glyph)
    output.append(0x08)
    output.appendInsertion()
    pen.advance(to: row, column - 1)
    put(before, row, column - 1, into: &output)
    keep(cell, row, column)
  }

  /// Brings the cursor there by the shortest of the ways: over cells that are written again, to the right, to the next
  /// line, or by its address.
  private mutating func approach(
    _ row: Int, _ column: Int, into output: inout [UInt8]
  ) {
    let address = Digits.address(row, column)
    guard let place = pen.place, place.row == row, place.column <= column else {
      if let place = pen.place, place.row + 1 == row, 2 + Digits.forward(column) < address {
        output.append(0x0d)
        output.append(0x0a)
        output.appendForward(column)
      } else {
        output.appendAddress(row, column)
      }
      return pen.advance(to: row, column)
    }
    let gap = column - place.column
    let forward = Digits.forward(gap)
    if gap > 0, areCheapAgain(place.column..<column, row, atMost: min(forward, address)) {
      for again in place.column..<column {
        put(shownCell(row, again), row, again, into: &output)
      }
    } else if forward <= address {
      output.appendForward(gap)
    } else {
      output.appendAddress(row, column)
    }
    pen.advance(to: row, column)
  }

  /// Whether the cells between can be written again in at most so many bytes, all in the pen's colours.
  private func areCheapAgain(_ between: Range<Int>, _ row: Int, atMost most: Int) -> Bool {
    guard between.count <= most else { return false }
    var cost = 0
    for column in between {
      let cell = shownCell(row, column)
      guard cell.glyph != .max, pen.has(cell) else { return false }
      cost += Digits.utf8(cell.glyph)
    }
    return cost <= most
  }

  private mutating func wanted(_ cell: GlyphCell) -> Shown {
    let isSpace = cell.glyph == 0x20
    return Shown(
      glyph: terminal.charset.canShow(cell.glyph) ? cell.glyph : 0x3f,
      symbol: isSpace ? 0 : colours.symbol(cell.symbol),
      background: colours.background(cell.background))
  }

  private func shownCell(_ row: Int, _ column: Int) -> Shown {
    let cell = shown.start + 3 * (row * terminal.columns + column)
    return Shown(glyph: cell[0], symbol: cell[1], background: cell[2])
  }

  private func keep(_ cell: Shown, _ row: Int, _ column: Int) {
    let place = shown.start + 3 * (row * terminal.columns + column)
    (place[0], place[1], place[2]) = (cell.glyph, cell.symbol, cell.background)
  }
}

extension Charset {
  /// Whether a terminal shows `glyph` as something, and does nothing else.
  fileprivate func canShow(_ glyph: UInt32) -> Bool {
    switch self {
    case .ascii: (0x20...0x7e).contains(glyph)
    case .unicode: glyph >= 0x20 && !(0x7f...0x9f).contains(glyph) && Unicode.Scalar(glyph) != nil
    }
  }
}

/// How many bytes may still be written.
private struct GlyphRoom {
  var left: Int

  init(_ limit: Int) { left = limit }

  func takes(_ count: Int) -> Bool { left >= count }
}
