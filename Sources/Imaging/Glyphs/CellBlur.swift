/// A box blur of 3 × 3 cells; at an edge of the picture the mean of the cells that there are.
struct CellBlur: ~Copyable {
  private var rows = Memory<Int32>(count: 0)

  init() {}

  /// How often the picture is blurred for the parameter `softy`: ⌊3 · s / 100⌋, at least once unless it is 0.
  static func passCount(ofSofty softy: Int) -> Int {
    softy > 0 ? max(1, 3 * softy / 100) : 0
  }

  /// Blurs the cells in `columns` and `rows` of a picture with `stride` cells a row.
  mutating func run(
    _ values: UnsafeMutablePointer<Int32>, stride: Int, _ columns: Range<Int>, _ rows: Range<Int>
  ) {
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let (first, last) = (columns.lowerBound, columns.upperBound - 1)
    // Three rows of sums across: those of the row above, of this one, and of the one below.
    if 3 * stride > self.rows.count { self.rows = Memory(count: 3 * stride) }
    func sums(_ row: Int) -> UnsafeMutablePointer<Int32> {
      self.rows.start + (row - rows.lowerBound) % 3 * stride
    }
    func sumAcross(_ row: Int) {
      let (cells, sums) = (values + row * stride, sums(row))
      for column in columns {
        var sum = cells[column]
        if column > first { sum += cells[column - 1] }
        if column < last { sum += cells[column + 1] }
        sums[column] = sum
      }
    }
    sumAcross(rows.lowerBound)
    for row in rows {
      let (hasAbove, hasBelow) = (row > rows.lowerBound, row + 1 < rows.upperBound)
      if hasBelow { sumAcross(row + 1) }
      let down = 1 + (hasAbove ? 1 : 0) + (hasBelow ? 1 : 0)
      for column in columns {
        var sum = sums(row)[column]
        if hasAbove { sum += sums(row - 1)[column] }
        if hasBelow { sum += sums(row + 1)[column] }
        let across = 1 + (column > first ? 1 : 0) + (column < last ? 1 : 0)
        values[row * stride + column] = sum / Int32(down * across)
      }
    }
  }
}
