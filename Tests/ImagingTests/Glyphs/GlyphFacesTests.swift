import Core
import Testing

@testable import Imaging

/// Faces over a picture of 1000 × 500 pixels, which stands in 40 × 10 cells: each has 25 × 50 pixels.
@Suite struct GlyphFacesTests {
  private static let size = PictureSize(width: 1000, height: 500)
  private static let left = FaceBox(x: 1000, y: 1000, width: 2000, height: 6000)
  private static let right = FaceBox(x: 6000, y: 2000, width: 2000, height: 6000)

  /// The drawing of `sheet`, a line a row, seen as `style` says.
  private func drawn(_ sheet: FaceSheet, _ style: GlyphStyle = GlyphStyle()) -> [String] {
    let grid = grid(sheet, style)
    return (0..<grid.rows).map { row in
      let scalars = (0..<grid.columns).compactMap { Unicode.Scalar(grid[row, $0].glyph) }
      return String(String.UnicodeScalarView(scalars))
    }
  }

  private func grid(_ sheet: FaceSheet, _ style: GlyphStyle) -> GlyphGrid {
    var grid = GlyphGrid(columns: 42, rows: 12)
    let area = GlyphArea(column: 1, row: 1, columns: 40, rows: 10)
    grid.draw(sheet, over: Self.size, in: area, style)
    return grid
  }

  @Test func theActiveOneIsBrightAndTheOtherDim() {
    let faces = [Face(Self.left, perMille: 900), Face(Self.right, perMille: 900)]
    let sheet = FaceSheet(.byHand, faces, active: 0)
    let rows = drawn(sheet)
    #expect(rows[2] == "     1------|                             ")
    #expect(rows[3] == "     |      |            2.......         ")
    #expect(rows[8].contains("."))
    #expect(rows[7] == "     |------|            .      .         ")
    let grid = grid(sheet, GlyphStyle())
    #expect(grid[2, 6].background == GlyphPreset.white.colour.number)
    #expect(grid[3, 28].background == GlyphColour(0x80_8080).number)
    #expect(grid[2, 6].symbol == GlyphPreset.black.colour.number)
  }

  @Test func aTerminalWithoutColoursHasGlyphsForThem() {
    var style = GlyphStyle()
    style.depth = .none
    let cell = grid(FaceSheet(.byHand, [Face(Self.left, perMille: 900)]), style)[2, 7]
    #expect(cell.symbol == GlyphPreset.white.colour.number)
    #expect(cell.glyph == Unicode.Scalar("-").value)
  }

  @Test func whereNoneIsActiveAllAreBrightAndHiddenOnesAreMarked() {
    var faces = [Face(Self.left, perMille: 900), Face(Self.right, perMille: 900)]
    faces[1].isHidden = true
    let rows = drawn(FaceSheet(.byHand, faces))
    #expect(!rows.contains { $0.contains(".") })
    #expect(rows.filter { $0.contains("x") }.count == 1)
  }

  @Test func aHeadIsAnOvalThatTurns() {
    let head = FaceBox(x: 4000, y: 2000, width: 2000, height: 6000)
    func columns(turned roll: Int) -> Int {
      let rows = drawn(FaceSheet(.byHand, [Face(Face.Head(box: head, roll: roll))]))
      let places = rows.flatMap { row in
        row.enumerated().filter { $0.element == "O" }.map(\.offset)
      }
      return (places.max() ?? 0) - (places.min() ?? 0)
    }
    // 200 × 300 pixels: 8 cells across, on its side 12.
    #expect(columns(turned: 0) == 8 && columns(turned: 900) == 12)
  }

  @Test func aZoomKeepsThemOnTheirFaceAndWhatIsOutOfViewIsLeftOut() {
    var style = GlyphStyle()
    style.zoom.set(perMille: 4000)
    style.zoom.centre(x: 100, y: 100)
    let sheet = FaceSheet(.byHand, [Face(Self.left, perMille: 900)])
    // The left upper corner, at a tenth, stands four tenths from the left upper corner of what is seen.
    #expect(drawn(sheet, style)[5].contains("1-------"))
    style.zoom.centre(x: 1000, y: 1000)
    #expect(drawn(sheet, style).allSatisfy { $0.allSatisfy { $0 == " " } })
    style.zoom.set(perMille: 250)
    #expect(drawn(sheet, style).joined().contains("1"))
  }

  @Test func aHeadThatIsLargerThanThePictureCostsNoMore() {
    var style = GlyphStyle()
    style.zoom.set(perMille: 4000)
    let large = FaceBox(x: -10_000, y: -10_000, width: 30_000, height: 100_000)
    let rows = drawn(FaceSheet(.byHand, [Face(Face.Head(box: large, roll: 450))]), style)
    #expect(rows.count == 12)
  }
}
