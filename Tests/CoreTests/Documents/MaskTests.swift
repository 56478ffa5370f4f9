import Testing

@testable import Core

@Suite struct MaskTests {
  private func numbers(_ area: PixelArea) -> [Int] { [area.x, area.y, area.width, area.height] }

  @Test(arguments: [Mask.id, .passport, .qr])
  func aFormIsTheLargestInTheMiddleWithAMargin(mask: Mask) {
    for (width, height) in [(1280, 720), (640, 480), (480, 640), (4056, 3040), (333, 77), (20, 20)]
    {
      let area = mask.area(inUpright: width, height)
      let margin = min(width, height) * 5 / 100
      let isInside =
        area.x >= margin && area.y >= margin && area.x + area.width <= width - margin
        && area.y + area.height <= height - margin
      #expect(isInside, "\(mask) in \(width)×\(height)")
      let isFull =
        area.width >= width - 2 * margin - 2 || area.height >= height - 2 * margin - 2
      #expect(isFull, "\(mask) in \(width)×\(height) is \(numbers(area))")
      #expect(
        abs(width - area.width - 2 * area.x) <= 1 && abs(height - area.height - 2 * area.y) <= 1)
    }
  }

  @Test(arguments: [(Mask.id, 8560, 5398), (.passport, 12500, 8800), (.qr, 1, 1)])
  func aFormHasItsProportions(mask: Mask, across: Int, down: Int) {
    let area = mask.area(inUpright: 4000, 3000)
    let ratio = Double(area.width) / Double(area.height)
    #expect(abs(ratio - Double(across) / Double(down)) < 0.002)
  }

  @Test(arguments: [(1, 1), (1, 9), (9, 1), (2, 2)])
  func thereIsAlwaysAPixel(width: Int, height: Int) {
    for mask in [Mask.id, .passport, .qr, .free(.standard)] {
      let area = mask.area(inUpright: width, height)
      #expect(area.width >= 1 && area.height >= 1 && area.x >= 0 && area.y >= 0)
      #expect(area.x + area.width <= width && area.y + area.height <= height)
    }
  }

  @Test func aFreePartIsInPerCent() throws {
    let part = try #require(FreePart(left: 10, top: 20, width: 50, height: 80))
    #expect(numbers(Mask.free(part).area(inUpright: 1000, 500)) == [100, 100, 500, 400])
    #expect(Mask.free(part).text == "free 10 20 50 80")
  }

  @Test(arguments: [
    [-1, 0, 10, 10], [0, 0, 0, 10], [0, 0, 10, 0], [50, 0, 51, 10], [0, 100, 10, 1],
    [0, 1, 1, 100],
    [Int.max, 0, 1, 1], [0, 0, Int.max, 1],
  ])
  func aPartOutsideIsNone(numbers: [Int]) {
    #expect(
      FreePart(left: numbers[0], top: numbers[1], width: numbers[2], height: numbers[3]) == nil)
  }

  /// Where a point of the picture as it was sent is seen upright, step by step: turned, then mirrored.
  private func seen(
    _ x: Int, _ y: Int, in width: Int, _ height: Int, _ orientation: Orientation
  ) -> (Int, Int) {
    var (x, y, width, height) = (x, y, width, height)
    for _ in 0..<orientation.turn.rawValue / 90 {
      (x, y, width, height) = (height - 1 - y, x, height, width)
    }
    return (orientation.isMirrored ? width - 1 - x : x, y)
  }

  @Test(arguments: Orientation.allCases)
  func whatIsSeenInTheMaskIsWhatIsCut(orientation: Orientation) throws {
    let part = try #require(FreePart(left: 10, top: 20, width: 30, height: 60))
    for mask in [Mask.free(part), .id] {
      let (width, height) = (40, 30)
      let isTurned = orientation.turn == .left || orientation.turn == .right
      let upright =
        isTurned ? mask.area(inUpright: height, width) : mask.area(inUpright: width, height)
      let cut = mask.area(in: width, height, seen: orientation)
      for y in 0..<height {
        for x in 0..<width {
          let (seenX, seenY) = seen(x, y, in: width, height, orientation)
          #expect(cut.has(x, y) == upright.has(seenX, seenY), "\(x), \(y)")
        }
      }
    }
  }

  @Test(arguments: [
    ([9, 9, 3, 3], [8, 8, 8, 8]), ([0, 0, 1, 1], [0, 0, 16, 8]), ([15, 7, 2, 2], [0, 0, 32, 16]),
    ([16, 8, 16, 8], [16, 8, 16, 8]), ([90, 40, 9, 9], [80, 40, 20, 10]),
    ([99, 49, 1, 1], [96, 48, 4, 2]),
  ])
  func anAreaGrowsToWholeBlocksInsideThePicture(area: [Int], grown: [Int]) {
    let area = PixelArea(x: area[0], y: area[1], width: area[2], height: area[3])
    let width = grown == [8, 8, 8, 8] ? 8 : 16
    #expect(numbers(area.grown(toBlocks: width, 8, in: 100, 50)) == grown)
  }
}

extension PixelArea {
  fileprivate func has(_ x: Int, _ y: Int) -> Bool {
    (self.x..<self.x + width).contains(x) && (self.y..<self.y + height).contains(y)
  }
}
