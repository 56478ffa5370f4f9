import CJPEG
import Core

/// Makes luma thumbnails of the frames of one layout.
///
/// Raw frames are averaged cell by cell. Of an MJPEG frame only the luma is decoded, at an eighth of its
/// size, for which each block of the picture is hardly more than one number.
///
/// All memory but a thumbnail's own cells, and what libjpeg takes for itself in a call, is allocated at
/// the start.
package struct Thumbnailer: ~Copyable {
  private let layout: FrameLayout
  private let grid: CellGrid
  private let codec: Codec
  /// What an MJPEG frame is decoded to, `grid.planeWidth` bytes a row; empty for other formats.
  private let plane: Memory<UInt8>
  /// The sum of each of the plane's columns over the rows of a cell.
  private let sums: Memory<UInt32>

  /// A maker of thumbnails for frames of `layout`, in any of its formats.
  package init(layout: FrameLayout) throws(ImagingError) {
    try layout.checkShape()
    codec = try Codec(owning: tjInitDecompress())
    self.layout = layout
    let isEighth = layout.format == .mjpeg
    grid = CellGrid(
      planeWidth: isEighth ? (layout.width + 7) / 8 : layout.width,
      planeHeight: isEighth ? (layout.height + 7) / 8 : layout.height)
    plane = Memory(count: isEighth ? grid.planeWidth * grid.planeHeight : 0)
    sums = Memory(count: grid.planeWidth)
  }

  /// The thumbnail of a whole JPEG picture of any size, decoded once.
  package static func thumbnail(
    ofPicture bytes: UnsafeRawBufferPointer
  ) throws(ImagingError) -> Thumbnail {
    let structure = try JPEGStructure(of: bytes)
    let layout = FrameLayout(
      format: .mjpeg, width: structure.width, height: structure.height, bytesPerLine: 0)
    return try thumbnail(of: bytes, layout)
  }

  /// The thumbnail of one frame of `layout`; for many frames of one layout make a thumbnailer.
  package static func thumbnail(
    of frame: UnsafeRawBufferPointer, _ layout: FrameLayout
  ) throws(ImagingError) -> Thumbnail {
    var thumbnailer = try Thumbnailer(layout: layout)
    return try thumbnailer.thumbnail(of: frame)
  }

  /// Reduces `frame`; blocks for a millisecond or a few of computing.
  ///
  /// A raw frame shorter than the layout promises is refused. So is an MJPEG frame of another size or
  /// beyond decoding; one that libjpeg merely warns of passes, because some webcams send no others.
  package mutating func thumbnail(
    of frame: UnsafeRawBufferPointer
  ) throws(ImagingError) -> Thumbnail {
    let start = try layout.checkedStart(of: frame)
    guard layout.format == .mjpeg else {
      return reduce(start, bytesPerLine: layout.bytesPerLine)
    }
    try decode(frame)
    return reduce(plane.start, bytesPerLine: grid.planeWidth)
  }

  /// Decodes the luma of `frame` into `plane`; the library takes the largest scale that fits: an eighth.
  private func decode(_ frame: UnsafeRawBufferPointer) throws(ImagingError) {
    try checkSize(of: frame)
    let (width, height) = (Int32(grid.planeWidth), Int32(grid.planeHeight))
    try codec.checkAllowingWarnings(
      tjDecompress2(
        codec.handle, frame.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(frame.count),
        plane.start, width, width, height, Int32(TJPF_GRAY.rawValue), TJFLAG_LIMITSCANS))
  }

  /// Throws unless `frame` is a JPEG picture of the layout's size, for which `plane` has room.
  private func checkSize(of frame: UnsafeRawBufferPointer) throws(ImagingError) {
    let structure = try JPEGStructure(of: frame)
    guard structure.width == layout.width, structure.height == layout.height else {
      throw .sizeMismatch(width: structure.width, height: structure.height)
    }
  }

  private func reduce(_ samples: UnsafeRawPointer, bytesPerLine: Int) -> Thumbnail {
    var luma: [UInt8] = []
    luma.reserveCapacity(grid.width * grid.height)
    for cellRow in 0..<grid.height {
      let rows = grid.rows(of: cellRow)
      sumColumns(of: samples + rows.lowerBound * bytesPerLine, rows.count, bytesPerLine)
      for cell in 0..<grid.width {
        luma.append(mean(ofColumns: grid.columns(of: cell), rowCount: rows.count))
      }
    }
    return Thumbnail(width: grid.width, height: grid.height, luma: luma)
  }

  private func sumColumns(of rows: UnsafeRawPointer, _ rowCount: Int, _ bytesPerLine: Int) {
    sums.start.initialize(repeating: 0, count: grid.planeWidth)
    for row in 0..<rowCount {
      let samples = rows + row * bytesPerLine
      switch layout.format {
      case .yuyv:
        PixelRow.addLuma(fromYUYV: samples, pixelCount: grid.planeWidth, to: sums.start)
      case .mjpeg, .nv12, .yu12:
        PixelRow.addLuma(fromPlane: samples, pixelCount: grid.planeWidth, to: sums.start)
      }
    }
  }

  /// The mean of a cell, rounded to the nearest; a sum fits, since a cell has fewer than 2²⁴ samples.
  private func mean(ofColumns columns: Range<Int>, rowCount: Int) -> UInt8 {
    var sum: UInt32 = 0
    for column in columns { sum += sums.start[column] }
    let count = UInt32(columns.count * rowCount)
    return UInt8((sum + count / 2) / count)
  }
}

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
