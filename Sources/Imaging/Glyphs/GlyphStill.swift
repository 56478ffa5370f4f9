import Core

/// A still picture that is to be seen as glyphs: a JPEG one, turned as its Exif says, or a PNG one.
package struct GlyphStill {
  /// Pixels a row of the upright picture, and rows.
  package let width, height: Int
  private let layout: FrameLayout
  private let orientation: Orientation
  /// Holder of what is drawn of a PNG picture.
  private let png: PNGPicture?

  /// Looks through all of `bytes`; one that is cut off or damaged is refused, with the first flaw.
  ///
  /// - Parameter orientation: how a JPEG one is seen upright, where that is known better than by its Exif.
  package init(
    checking bytes: UnsafeRawBufferPointer, seen orientation: Orientation? = nil
  ) throws(ImagingError) {
    if PNGPicture.isBegun(by: bytes) {
      self.init(of: try PNGPicture(whole: bytes))
    } else if bytes.starts(with: [0xff, JPEGMarker.startOfImage]) {
      try self.init(checkingJPEG: bytes, seen: orientation)
    } else {
      throw .kindUnknown
    }
  }

  private init(
    checkingJPEG bytes: UnsafeRawBufferPointer, seen orientation: Orientation?
  ) throws(ImagingError) {
    let checked = try CameraJPEG.withPicture(in: bytes) {
      (picture, structure, changes) throws(ImagingError) in
      guard !changes.hasAddedEnd else { throw .notDecodable(.truncated(at: bytes.count)) }
      try PictureCheck.check(complete: picture)
      return structure
    }
    self.init(checked, orientation ?? Orientation(exifOf: bytes) ?? .topLeft)
  }

  /// Takes the size of `bytes` from their header alone: a JPEG picture that was looked through before.
  ///
  /// - Parameter orientation: how it is seen upright, where that is known better than by its Exif.
  package init(
    sizing bytes: UnsafeRawBufferPointer, seen orientation: Orientation? = nil
  ) throws(ImagingError) {
    self.init(
      try JPEGStructure(of: bytes), orientation ?? Orientation(exifOf: bytes) ?? .topLeft)
  }

  /// A PNG picture that is whole; its bytes are needed no longer.
  package init(of png: PNGPicture) {
    (layout, orientation, self.png) = (png.layout, .topLeft, png)
    (width, height) = (png.width, png.height)
  }

  private init(_ structure: JPEGStructure, _ orientation: Orientation) {
    layout = FrameLayout(
      format: .mjpeg, width: structure.width, height: structure.height, bytesPerLine: 0)
    (self.orientation, png) = (orientation, nil)
    (width, height) = orientation.uprightSize(of: structure.width, structure.height)
  }

  /// The cells of a file of it that is to have so many `columns`, as far as there is `room`.
  package func area(columns: Int, in room: GlyphArea = .longest) -> GlyphArea {
    GlyphCapture.limited(room.fitting(width, height, columns: columns))
  }

  /// Draws the picture, whose bytes these are, into all of `grid`, as a renderer that has drawn nothing does; of a PNG
  /// one there may be none.
  package func draw(
    _ bytes: UnsafeRawBufferPointer, _ style: GlyphStyle, _ charset: Charset,
    into grid: inout GlyphGrid
  ) throws(ImagingError) {
    var renderer = try GlyphRenderer()
    try renderer.draw(
      png?.frame ?? bytes, layout, number: 0, seen: orientation, style, charset, into: &grid,
      grid.area)
  }

  /// The picture, whose bytes these are, in as many cells as `area` has and in each of `forms`, in their order.
  ///
  /// - Parameter faces: what is drawn over it; nil for nothing.
  package func drawn(
    _ bytes: UnsafeRawBufferPointer, _ style: GlyphStyle, _ charset: Charset, _ area: GlyphArea,
    as forms: [GlyphCapture.Form], with faces: FaceSheet? = nil
  ) throws(ImagingError) -> [[UInt8]] {
    var grid = GlyphGrid(columns: area.columns, rows: area.rows)
    try draw(bytes, style, charset, into: &grid)
    if let faces {
      grid.draw(faces, over: PictureSize(width: width, height: height), in: grid.area, style)
    }
    var files: [[UInt8]] = []
    for form in forms { files.append(GlyphCapture.bytes(of: grid, as: form, style.depth)) }
    return files
  }

  /// The picture, whose bytes these are, with `faces` over it as a PNG file for no terminal in particular.
  package func png(
    _ bytes: UnsafeRawBufferPointer, with faces: FaceSheet
  ) throws(ImagingError) -> [UInt8] {
    var style = GlyphStyle()
    style.depth = .indexed
    let area = area(columns: GlyphArea.columns(ofCell: style.value(of: .cell)))
    return try drawn(bytes, style, .unicode, area, as: [.png], with: faces)[0]
  }
}

extension GlyphArea {
  /// As large as a grid can be.
  package static let longest = GlyphArea(
    column: 0, row: 0, columns: GlyphGrid.longestSide, rows: GlyphGrid.longestSide)
}

extension PictureGlyphs {
  /// `picture`, a whole JPEG file, as glyphs in `style`, as `exhibit view` writes it for no terminal in particular.
  ///
  /// Blocks for some milliseconds of computing.
  ///
  /// - Parameter orientation: how it is seen upright, where that is known better than by its Exif.
  package init(
    of picture: UnsafeRawBufferPointer, seen orientation: Orientation?, _ style: GlyphStyle
  ) throws(ImagingError) {
    let still = try GlyphStill(sizing: picture, seen: orientation)
    let area = still.area(columns: GlyphArea.columns(ofCell: style.value(of: .cell)))
    var style = style
    // A file is for all terminals, and for the whole picture.
    (style.depth, style.zoom) = (.indexed, GlyphZoom())
    let files = try still.drawn(picture, style, .unicode, area, as: [.text, .ansi])
    self.init(
      text: files[0], ansi: files[1], columns: area.columns, rows: area.rows, style: style)
  }
}
