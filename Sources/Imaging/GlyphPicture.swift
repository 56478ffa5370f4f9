/// A thumbnail as rows of ASCII characters for a dark terminal: bright is dense.
///
/// Terminal cells are twice as high as wide. The contrast is stretched to what the picture has, but no
/// further than fourfold: a wall stays a wall, not its noise.
package struct GlyphPicture: Hashable, Sendable {
  /// The characters from dark to bright, by the ink they leave.
  static let ramp: [Character] = Array(" .:-=+*oO#%@")
  /// The least span of luma that is stretched over the whole ramp.
  static let leastSpan = 64

  /// The rows from the top, all as long as each other.
  package let rows: [String]

  /// The largest picture of `thumbnail`, upright and unstretched, in at most `columns` × `rows` cells.
  ///
  /// It has no rows where the thumbnail or the space is empty.
  package init(of thumbnail: Thumbnail, columns: Int, rows: Int) {
    guard columns > 0, rows > 0, thumbnail.width > 0, thumbnail.height > 0 else {
      self.rows = []
      return
    }
    let (across, down) = GlyphPicture.size(of: thumbnail, columns, rows)
    let cells = GlyphPicture.means(of: thumbnail, across, down)
    let glyphs = GlyphPicture.glyphs(spanning: cells)
    self.rows = (0..<down).map { row in
      String(cells[row * across..<(row + 1) * across].map { glyphs[$0] })
    }
  }

  private static func size(
    of thumbnail: Thumbnail, _ columns: Int, _ rows: Int
  ) -> (across: Int, down: Int) {
    let (width, height) = (2 * thumbnail.width, thumbnail.height)
    let fitting = columns * height <= rows * width
    let across = fitting ? columns : (rows * width + height / 2) / height
    let down = fitting ? (columns * height + width / 2) / width : rows
    return (max(1, across), max(1, down))
  }

  /// The mean luma under each of `across` × `down` cells; where they are finer than the thumbnail's,
  /// the one below.
  private static func means(of thumbnail: Thumbnail, _ across: Int, _ down: Int) -> [Int] {
    var cells: [Int] = []
    cells.reserveCapacity(across * down)
    for row in 0..<down {
      let lines = span(row, of: down, over: thumbnail.height)
      for column in 0..<across {
        cells.append(mean(of: thumbnail, lines, span(column, of: across, over: thumbnail.width)))
      }
    }
    return cells
  }

  private static func span(_ index: Int, of count: Int, over length: Int) -> Range<Int> {
    let start = index * length / count
    return start..<max(start + 1, (index + 1) * length / count)
  }

  private static func mean(of thumbnail: Thumbnail, _ rows: Range<Int>, _ columns: Range<Int>)
    -> Int
  {
    var sum = 0
    for row in rows {
      for column in columns { sum += Int(thumbnail.luma[row * thumbnail.width + column]) }
    }
    return sum / (rows.count * columns.count)
  }

  /// The glyph of each luma, 0…255, when the ramp spans `cells`.
  private static func glyphs(spanning cells: [Int]) -> [Character] {
    let (least, most) = cells.reduce((255, 0)) { (min($0.0, $1), max($0.1, $1)) }
    let span = max(leastSpan, most - least)
    let start = min(max(0, (least + most - span) / 2), 255 - span)
    return (0...255).map { luma in
      let step = ((luma - start) * (ramp.count - 1) + span / 2) / span
      return ramp[min(max(0, step), ramp.count - 1)]
    }
  }
}
