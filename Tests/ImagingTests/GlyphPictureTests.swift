import Testing

@testable import Imaging

@Suite struct GlyphPictureTests {
  private func picture(_ luma: [[UInt8]], _ columns: Int, _ rows: Int) -> [String] {
    let thumbnail = Thumbnail(width: luma[0].count, height: luma.count, luma: luma.flatMap { $0 })
    return GlyphPicture(of: thumbnail, columns: columns, rows: rows).rows
  }

  @Test(arguments: [(0, 5), (5, 0), (-1, 5)])
  func noSpaceMeansNoRows(columns: Int, rows: Int) {
    #expect(picture([[0, 255]], columns, rows) == [])
  }

  @Test func anEmptyThumbnailHasNoRows() {
    let nothing = Thumbnail(width: 0, height: 0, luma: [])
    #expect(GlyphPicture(of: nothing, columns: 9, rows: 9).rows == [])
  }

  @Test(arguments: [
    (space: (80, 60), size: (80, 30)), ((80, 24), (64, 24)), ((40, 24), (40, 15)),
    ((200, 60), (160, 60)), ((1, 1), (1, 1)),
  ])
  func thePictureFillsTheSpaceAndKeepsItsAspect(space: (Int, Int), size: (Int, Int)) {
    let rows = picture(
      Array(repeating: Array(repeating: 9, count: 80), count: 60), space.0, space.1)
    #expect(rows.count == size.1)
    #expect(rows.allSatisfy { $0.count == size.0 })
  }

  @Test func brightIsDense() {
    #expect(picture([[0, 255]], 4, 1) == ["  @@"])
  }

  @Test func contrastIsStretchedToThePicturesOwnRange() {
    #expect(picture([[100, 164]], 4, 1) == ["  @@"])
  }

  @Test(arguments: [(UInt8(0), "    "), (128, "****"), (255, "@@@@")])
  func aFlatPictureShowsItsBrightness(luma: UInt8, row: String) {
    #expect(picture([[luma, luma]], 4, 1) == [row])
  }

  @Test func noiseIsNotBlownUp() {
    let steps = Set(picture([[126, 128, 130, 127]], 8, 1).joined())
    #expect(steps.isSubset(of: ["+", "*"]))
  }

  @Test func aCellIsTheMeanOfWhatLiesUnderIt() {
    let rows = picture([[0, 0, 0, 255], [0, 0, 255, 0]], 2, 1)
    #expect(rows == [" @"], "half of the right cell is lit: the brightest there is")
    let three = picture([[0, 0, 255, 0, 255, 255], [0, 0, 0, 255, 255, 255]], 3, 1)
    #expect(three == [" +@"])
  }

  @Test func theRampIsASCIIFromNothingToDense() {
    #expect(GlyphPicture.ramp.allSatisfy { $0.isASCII })
    #expect(Set(GlyphPicture.ramp).count == GlyphPicture.ramp.count)
    #expect(GlyphPicture.ramp.first == " ")
  }
}
