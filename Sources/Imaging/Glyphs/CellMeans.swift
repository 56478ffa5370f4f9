import Core

/// One kind of sample in a frame: where the first is, and how to get from one to the next.
struct SamplePlane {
  /// How the samples of a row lie.
  enum Arrangement {
    /// Byte after byte.
    case bytes
    /// The low byte of each pair, as the luma of YUYV.
    case lowOfPairs
    /// The high byte of each pair, as the chroma of YUYV.
    case highOfPairs
  }

  /// The first byte of the first row.
  let start: UnsafeRawPointer
  /// Bytes from one row to the next.
  let bytesPerLine: Int
  /// Samples a row of one kind, and rows.
  let width, height: Int
  let arrangement: Arrangement
  /// How many kinds take turns in a row: two where U and V do.
  let kinds: Int
}

/// Means over cells, in memory of its own; numbers are in 256ths of a step of luma.
struct CellMeans: ~Copyable {
  /// How many parts a step of luma has.
  static let parts = 256
  /// The brightest that there is.
  static let brightest = Int32(255 * parts)

  /// The mean of each cell, row by row.
  private(set) var values = Memory<Int32>(count: 0)
  private var sums = Memory<UInt32>(count: 0)

  init() {}

  /// Takes memory for `cellCount` cells of planes with `width` samples a row, where it hasn't.
  mutating func reserve(cellCount: Int, width: Int) {
    if cellCount > values.count { values = Memory(count: cellCount) }
    if width > sums.count { sums = Memory(count: width) }
  }

  /// Makes the values the means of `plane`, which has one kind of sample.
  func set(to plane: SamplePlane, _ axes: GlyphAxes) {
    sumUp(plane, 0, axes) { index, sum, count in
      values.start[index] = Int32((sum * CellMeans.parts + count / 2) / count)
    }
  }

  /// Adds to each value the mean of `plane`, less the 128 that stand for no colour, times `weight` 65536ths.
  ///
  /// - Parameter kind: which of the plane's kinds, from 0.
  func add(_ plane: SamplePlane, kind: Int = 0, times weight: Int, _ axes: GlyphAxes) {
    sumUp(plane, kind, axes) { index, sum, count in
      let mean = (sum * CellMeans.parts + count / 2) / count - 128 * CellMeans.parts
      values.start[index] += Int32((mean * weight) >> 16)
    }
  }

  /// Lends the sum and the number of the samples under each cell.
  private func sumUp(
    _ plane: SamplePlane, _ kind: Int, _ axes: GlyphAxes, _ body: (Int, Int, Int) -> Void
  ) {
    let cells = axes.along.cells
    for across in axes.across.cells {
      let rows = axes.across.samples(under: across)
      sumColumns(of: plane, rows)
      for along in cells {
        let columns = axes.along.samples(under: along)
        var sum = 0
        for column in columns { sum &+= Int(sums.start[column &* plane.kinds &+ kind]) }
        body(axes.index(along: along, across: across), sum, columns.count * rows.count)
      }
    }
  }

  /// A sum fits, since a picture has fewer than 2²⁴ rows.
  private func sumColumns(of plane: SamplePlane, _ rows: Range<Int>) {
    let count = plane.width * plane.kinds
    sums.start.initialize(repeating: 0, count: count)
    for row in rows {
      let samples = plane.start + row * plane.bytesPerLine
      switch plane.arrangement {
      case .bytes: PixelRow.addLuma(fromPlane: samples, pixelCount: count, to: sums.start)
      case .lowOfPairs: PixelRow.addLuma(fromYUYV: samples, pixelCount: count, to: sums.start)
      case .highOfPairs: PixelRow.addChroma(fromYUYV: samples, pixelCount: count, to: sums.start)
      }
    }
  }
}
