import Core
import Glibc

/// Faces over a picture made of glyphs: rectangles where they were found, ovals where heads stand.
///
/// The next action is about the bright ones: the active face, or all where none is active.
extension GlyphGrid {
  /// Draws the faces of `sheet`, each with its number, over an upright picture of `size` that stands in `area`.
  package mutating func draw(
    _ sheet: FaceSheet, over size: PictureSize, in area: GlyphArea, _ style: GlyphStyle
  ) {
    let place = FacePlace(size: size, area: area, zoom: style.zoom)
    // The bright ones lie above the others.
    for index in sheet.faces.indices.sorted(by: { !sheet.isMeant($0) && sheet.isMeant($1) }) {
      let ink = FaceInk(isBright: sheet.isMeant(index), style)
      draw(sheet.faces[index], number: index + 1, at: place, ink)
    }
  }

  private mutating func draw(_ face: Face, number: Int, at place: FacePlace, _ ink: FaceInk) {
    if let box = face.box { drawEdge(of: place.cells(of: box), in: place.area, ink) }
    if let head = face.head {
      for cell in place.oval(of: head) { put(ink.oval, cell, place.area, ink) }
    }
    let cells = place.cells(of: face.place)
    for (offset, digit) in String(number).enumerated() {
      put(digit, (cells.row, cells.column + offset), place.area, ink)
    }
    if face.isHidden {
      put("x", (cells.row + cells.rows / 2, cells.column + cells.columns / 2), place.area, ink)
    }
  }

  private mutating func drawEdge(of cells: GlyphArea, in area: GlyphArea, _ ink: FaceInk) {
    let (left, right) = (cells.column, cells.column + cells.columns - 1)
    let (top, bottom) = (cells.row, cells.row + cells.rows - 1)
    for column in left...right {
      put(ink.across, (top, column), area, ink)
      put(ink.across, (bottom, column), area, ink)
    }
    for row in top...bottom {
      put(ink.down, (row, left), area, ink)
      put(ink.down, (row, right), area, ink)
    }
  }

  private mutating func put(
    _ glyph: Character, _ cell: (row: Int, column: Int), _ area: GlyphArea, _ ink: FaceInk
  ) {
    guard area.contains(row: cell.row, column: cell.column),
      self.area.contains(row: cell.row, column: cell.column),
      let scalar = glyph.unicodeScalars.first
    else { return }
    self[cell.row, cell.column] = ink.cell(scalar)
  }
}

/// The glyphs and colours of a face: dark glyphs on the colour of text, which stand out of a picture that is all glyphs.
private struct FaceInk {
  private let symbol: GlyphColour
  private let background: GlyphColour
  /// Glyphs of a rectangle's edges, and of an oval: others where a terminal may have no colours to tell them apart by.
  let across: Character
  let down: Character
  let oval: Character

  init(isBright: Bool, _ style: GlyphStyle) {
    let colours = GlyphText.colours(style.palette, style.depth)
    let ink =
      isBright ? colours.symbol : colours.background.mixed(with: colours.symbol, 1, of: 2)
    (symbol, background) =
      style.depth == .none ? (ink, colours.background) : (colours.background, ink)
    (across, down, oval) = isBright ? ("-", "|", "O") : (".", ".", "o")
  }

  func cell(_ glyph: Unicode.Scalar) -> GlyphCell { GlyphCell(glyph, symbol, on: background) }
}

/// Where an upright picture stands, and which part of it is seen.
private struct FacePlace {
  let size: PictureSize
  let area: GlyphArea
  let zoom: GlyphZoom

  /// The cells of a rectangle, which may be out of view.
  func cells(of box: FaceBox) -> GlyphArea {
    let (left, top) = (across(box.x), down(box.y))
    let (right, bottom) = (across(box.x + box.width), down(box.y + box.height))
    let pixels = PixelArea(
      x: left, y: top, width: max(1, right - left), height: max(1, bottom - top))
    return area.part(pixels, of: size.width, size.height, zoom)
  }

  /// The cells along the edge of a head, as it is turned.
  func oval(of head: Face.Head) -> [(row: Int, column: Int)] {
    let bounds = cells(of: head.box)
    // No cell of the edge is left out, but of a head that is larger than what is seen of the picture.
    let wanted = 4 * (bounds.columns + bounds.rows)
    let count = min(max(16, wanted), 8 * (area.columns + area.rows))
    let turn = Double(head.roll) / 10 * .pi / 180
    let (middleX, middleY) = (across(head.box.middleX), down(head.box.middleY))
    let (width, height) = (across(head.box.width), down(head.box.height))
    return (0..<count).map { step in
      let angle = 2 * Double.pi * Double(step) / Double(count)
      let (x, y) = (Double(width) / 2 * cos(angle), Double(height) / 2 * sin(angle))
      let pixel = PixelArea(
        x: middleX + Int((x * cos(turn) - y * sin(turn)).rounded()),
        y: middleY + Int((x * sin(turn) + y * cos(turn)).rounded()), width: 1, height: 1)
      let cell = area.part(pixel, of: size.width, size.height, zoom)
      return (cell.row, cell.column)
    }
  }

  private func across(_ part: Int) -> Int { part * size.width / FaceBox.whole }
  private func down(_ part: Int) -> Int { part * size.height / FaceBox.whole }
}
