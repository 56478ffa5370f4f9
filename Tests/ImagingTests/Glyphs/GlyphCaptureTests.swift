import Core
import Testing

@testable import Imaging

@Suite struct GlyphCaptureTests {
  private func sample() -> GlyphGrid {
    var grid = GlyphGrid(columns: 4, rows: 3)
    let (orange, teal) = (GlyphPreset.orange.colour, GlyphPreset.teal.colour)
    grid.fill(with: GlyphCell(" ", orange, on: GlyphPreset.black.colour))
    grid[0, 1] = GlyphCell("▙", orange, on: GlyphPreset.black.colour)
    grid[2, 3] = GlyphCell("$", teal, on: GlyphPreset.black.colour)
    return grid
  }

  @Test func textIsTheRowsWithoutTheSpacesAtTheirEnds() {
    let text = GlyphCapture.text(sample())
    #expect(String(decoding: text, as: UTF8.self) == " ▙\n\n   $\n")
  }

  @Test func eachRowBeginsAndEndsWithoutColours() {
    let bytes = GlyphCapture.ansi(sample(), .sixteen)
    let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    #expect(
      rows.map { $0.replacing("\u{1b}", with: "^") } == [
        "^[0;40m ^[33m▙  ^[0m", "^[0;40m    ^[0m", "^[0;40m   ^[36m$^[0m",
      ])
  }

  @Test func withoutColoursThereAreNoSequences() {
    #expect(GlyphCapture.ansi(sample(), .none) == GlyphCapture.text(sample()))
  }

  @Test(arguments: [(96, 36), (320, 200), (1000, 1000), (4096, 4096), (4096, 1), (1, 4096)])
  func aCaptureHasNoMoreCellsThanItMay(columns: Int, rows: Int) {
    let area = GlyphCapture.limited(GlyphArea(column: 5, row: 5, columns: columns, rows: rows))
    #expect(area.columns * area.rows <= 64_000 && area.columns > 0 && area.rows > 0)
    #expect(area.column == 0 && area.row == 0)
    if columns * rows <= 64_000 { #expect(area.columns == columns && area.rows == rows) }
  }

  @Test func aWholePictureIsShownAsItsExifSays() throws {
    let jpeg = Picture(width: 40, height: 20).jpeg()
    var segment = ExifSegment(id: "x")
    segment.orientation = .rightTop
    let placement = try #require(ExifPlacement(of: segment, in: jpeg))
    let turned = placement.beginning + jpeg[placement.resumeOffset...]
    let plain = try jpeg.withUnsafeBytes { try GlyphStill(checking: $0) }
    let upright = try turned.withUnsafeBytes { try GlyphStill(checking: $0) }
    #expect(plain.width == 40 && plain.height == 20)
    #expect(upright.width == 20 && upright.height == 40)
  }

  @Test func aPictureThatIsCutOffIsRefused() {
    let jpeg = CameraPicture().jpeg
    for count in [0, 1, 300, jpeg.count / 2, jpeg.count - 2] {
      #expect(throws: ImagingError.self) {
        _ = try Array(jpeg[..<count]).withUnsafeBytes { try GlyphStill(checking: $0) }
      }
    }
  }
}

@Suite struct ExifOrientationTests {
  private func jpeg(_ tiff: [UInt8]) -> [UInt8] {
    let content = ExifSegment.identifier + tiff
    let length = UInt8(content.count + 2)
    return [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xe1, 0, length] + content + [0xff, 0xd9]
  }

  private func orientation(_ bytes: [UInt8]) -> Orientation? {
    bytes.withUnsafeBytes { Orientation(exifOf: $0) }
  }

  private let big: [UInt8] = [
    0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
  ]
  private let little: [UInt8] = [
    0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0,
  ]

  @Test func bothOrdersOfBytesAreRead() {
    #expect(orientation(jpeg(big)) == .rightTop)
    #expect(orientation(jpeg(little)) == .bottomRight)
  }

  @Test func whatIsNoUseIsNone() {
    var far = little
    far[4] = 0xff
    var nine = little
    nine[18] = 9
    for tiff in [[], Array(big.prefix(7)), far, nine, Array(repeating: 0x20, count: 30)] {
      #expect(orientation(jpeg(tiff)) == nil)
    }
    #expect(orientation([]) == nil && orientation([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff]) == nil)
  }

  @Test func everyCutOfASegmentIsBorne() {
    let whole = jpeg(little)
    for count in 0..<whole.count { _ = orientation(Array(whole[..<count])) }
    for place in whole.indices {
      var changed = whole
      changed[place] = 0xff
      _ = orientation(changed)
    }
  }
}
