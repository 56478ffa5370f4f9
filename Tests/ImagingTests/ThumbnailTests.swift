import Testing

@testable import Imaging

struct ThumbnailTests {
  @Test func thumbnailsOfOtherShapesCannotBeCompared() {
    let wide = Thumbnail(width: 4, height: 2, luma: [UInt8](repeating: 0, count: 8))
    let tall = Thumbnail(width: 2, height: 4, luma: [UInt8](repeating: 0, count: 8))
    #expect(wide.changedPart(since: tall) == nil)
  }

  @Test(arguments: [
    (old: 0, new: 10, differs: false), (0, 11, true),
    (100, 120, false), (100, 121, true), (100, 80, false), (100, 79, true),
    (255, 220, false), (255, 219, true),
  ])
  func aCellDiffersByMoreThanATenthAndTen(old: UInt8, new: UInt8, differs: Bool) {
    let before = Thumbnail(width: 1, height: 1, luma: [old])
    let after = Thumbnail(width: 1, height: 1, luma: [new])
    #expect(after.changedPart(since: before) == (differs ? 1 : 0))
  }

  @Test func theChangedPartIsOneOfAllCells() {
    let before = Thumbnail(width: 4, height: 2, luma: [UInt8](repeating: 50, count: 8))
    let after = Thumbnail(width: 4, height: 2, luma: [50, 50, 99, 50, 50, 9, 50, 51])
    #expect(after.changedPart(since: before) == 0.25)
  }
}
