import Testing

@testable import Imaging

struct CellGridTests {
  @Test(arguments: [
    (640, 480, 80, 60), (1280, 720, 80, 45), (1920, 1080, 80, 45), (160, 90, 80, 45),
    (80, 60, 80, 60), (81, 60, 41, 30), (40, 30, 40, 30), (1, 1, 1, 1), (65_500, 1, 80, 1),
  ])
  func gridHasAtMost80By60Cells(planeWidth: Int, planeHeight: Int, width: Int, height: Int) {
    let grid = CellGrid(planeWidth: planeWidth, planeHeight: planeHeight)
    #expect(grid.width == width)
    #expect(grid.height == height)
  }

  @Test(arguments: [(640, 480), (163, 77), (81, 60), (1, 1)])
  func cellsCoverEverySampleOnce(planeWidth: Int, planeHeight: Int) {
    let grid = CellGrid(planeWidth: planeWidth, planeHeight: planeHeight)
    #expect((0..<grid.width).flatMap { grid.columns(of: $0) } == Array(0..<planeWidth))
    #expect((0..<grid.height).flatMap { grid.rows(of: $0) } == Array(0..<planeHeight))
  }
}
