import Core

/// Which samples of a picture lie under each cell along one side of the upright picture.
struct GlyphAxis {
  /// Samples of the picture along this side.
  private let side: Int
  /// Cells along this side.
  let cellCount: Int
  /// Whether the first cell has the last samples.
  private let isReversed: Bool
  /// Where the visible part begins and how long it is, in parts of a sample: under a zoom of 1 it begins before the
  /// picture.
  private let start, length: Int
  private static let parts = 1 << 16

  /// The axis of `side` samples, all of them in view at a zoom of 1000 thousandths.
  ///
  /// - Parameter centre: what stands in the middle, in thousandths of the upright picture.
  init(side: Int, cellCount: Int, isReversed: Bool, zoom: Int, centre: Int) {
    self.side = side
    self.cellCount = cellCount
    self.isReversed = isReversed
    let whole = side * GlyphAxis.parts
    length = whole * 1000 / zoom
    let isPart = length < whole
    let wanted = whole / 1000 * centre - length / 2
    start = isPart ? min(max(0, wanted), whole - length) : (whole - length) / 2
  }

  /// The cells that have samples: those whose middle is inside of the picture.
  var cells: Range<Int> {
    var first = 0
    while first < cellCount, !isSeen(first) { first += 1 }
    var end = cellCount
    while end > first, !isSeen(end - 1) { end -= 1 }
    return first..<end
  }

  private func isSeen(_ cell: Int) -> Bool {
    let middle = start + (2 * cell + 1) * length / (2 * cellCount)
    return middle >= 0 && middle < side * GlyphAxis.parts
  }

  /// The samples under a cell of `cells`, at least one, as the camera counts them.
  ///
  /// Cells have the samples that begin in them, so that every one in view counts, and once. Where cells are finer than
  /// samples, neighbours share one.
  func samples(under cell: Int) -> Range<Int> {
    let lower = edge(cell)
    let upper = edge(cell + 1)
    let first = min(max(0, lower), side - 1)
    let end = min(max(first + 1, upper), side)
    return isReversed ? side - end..<side - first : first..<end
  }

  /// The cell under which `sample` lies, counted in the upright picture; outside of the axis where that is out of view.
  func cell(over sample: Int) -> Int {
    let distance = (sample * GlyphAxis.parts - start) * cellCount
    return distance >= 0 ? distance / length : (distance - length + 1) / length
  }

  private func edge(_ cell: Int) -> Int {
    (start + cell * length / cellCount) >> 16
  }
}

extension GlyphArea {
  /// Where `part` of an upright picture of `width` × `height` pixels is seen, which is drawn into this area with `zoom`;
  /// at least one cell, and perhaps out of view.
  package func part(_ part: PixelArea, of width: Int, _ height: Int, _ zoom: GlyphZoom) -> GlyphArea
  {
    let across = GlyphAxis(
      side: width, cellCount: columns, isReversed: false, zoom: zoom.perMille, centre: zoom.x)
    let down = GlyphAxis(
      side: height, cellCount: rows, isReversed: false, zoom: zoom.perMille, centre: zoom.y)
    let (left, top) = (across.cell(over: part.x), down.cell(over: part.y))
    let right = across.cell(over: part.x + part.width - 1)
    let bottom = down.cell(over: part.y + part.height - 1)
    return GlyphArea(
      column: column + left, row: row + top, columns: right - left + 1, rows: bottom - top + 1)
  }

  /// Whether that cell is in it.
  package func contains(row: Int, column: Int) -> Bool {
    (self.row..<self.row + rows).contains(row)
      && (self.column..<self.column + columns).contains(column)
  }
}

/// The two sides of a picture, in the order in which the camera's rows are read.
struct GlyphAxes {
  /// The sides along the camera's rows, and across them.
  let along, across: GlyphAxis
  /// Whether the camera's rows are columns of the upright picture.
  private let isTurned: Bool
  private let columns: Int

  /// The axes of a picture of `width` × `height` samples as the camera has them.
  init(
    width: Int, height: Int, seen orientation: Orientation, in area: GlyphArea, _ zoom: GlyphZoom
  ) {
    let turn = orientation.turn
    isTurned = orientation.isSideways
    columns = area.columns
    let isColumnReversed = (turn == .right || turn == .half) != orientation.isMirrored
    let isRowReversed = turn == .left || turn == .half
    let columnAxis = GlyphAxis(
      side: isTurned ? height : width, cellCount: area.columns, isReversed: isColumnReversed,
      zoom: zoom.perMille, centre: zoom.x)
    let rowAxis = GlyphAxis(
      side: isTurned ? width : height, cellCount: area.rows, isReversed: isRowReversed,
      zoom: zoom.perMille, centre: zoom.y)
    (along, across) = isTurned ? (rowAxis, columnAxis) : (columnAxis, rowAxis)
  }

  /// Where the cell stands that is `along` and `across`, counted row by row.
  func index(along: Int, across: Int) -> Int {
    isTurned ? along * columns + across : across * columns + along
  }

  /// The part of the cells that has samples.
  var seen: (columns: Range<Int>, rows: Range<Int>) {
    isTurned ? (across.cells, along.cells) : (along.cells, across.cells)
  }
}
