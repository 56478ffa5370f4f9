/// The square cells that a plane of luma is reduced to; those at the right and lower edge may be smaller.
struct CellGrid {
  /// Samples of the plane, across and down.
  let planeWidth, planeHeight: Int
  /// Samples a side of a whole cell.
  let side: Int

  /// The finest grid of at most 80 × 60 cells over a plane with at least one sample.
  init(planeWidth: Int, planeHeight: Int) {
    self.planeWidth = planeWidth
    self.planeHeight = planeHeight
    side = max(
      CellGrid.quotient(planeWidth, Thumbnail.largestWidth),
      CellGrid.quotient(planeHeight, Thumbnail.largestHeight))
  }

  /// Cells a row.
  var width: Int { CellGrid.quotient(planeWidth, side) }
  /// Rows of cells.
  var height: Int { CellGrid.quotient(planeHeight, side) }

  /// The plane's columns under the cells of column `cell`.
  func columns(of cell: Int) -> Range<Int> {
    cell * side..<min((cell + 1) * side, planeWidth)
  }

  /// The plane's rows under the cells of row `cell`.
  func rows(of cell: Int) -> Range<Int> {
    cell * side..<min((cell + 1) * side, planeHeight)
  }

  private static func quotient(_ whole: Int, _ part: Int) -> Int {
    (whole + part - 1) / part
  }
}
