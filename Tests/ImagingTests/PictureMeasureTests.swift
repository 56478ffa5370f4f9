import Core
import Testing

@testable import Imaging

/// What is measured of a picture, for words.
@Suite struct PictureMeasureTests {
  private static let width = 320, height = 240
  private static let layout = FrameLayout(
    format: .nv12, width: width, height: height, bytesPerLine: width)

  /// A raw frame whose luma is `luma` of column and row.
  private func frame(_ luma: (Int, Int) -> Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for row in 0..<Self.height {
      for column in 0..<Self.width { bytes.append(UInt8(min(max(luma(column, row), 0), 255))) }
    }
    return bytes + [UInt8](repeating: 128, count: Self.width * Self.height / 2)
  }

  private func facts(_ frames: [UInt8]...) throws -> PictureFacts {
    var measure = PictureMeasure()
    var latest: PictureFacts?
    for frame in frames {
      latest = try frame.withUnsafeBytes { bytes in try measure.facts(in: bytes, Self.layout) }
    }
    return try #require(latest)
  }

  /// Bars of 16 columns whose edges are `blur` columns wide.
  private func bars(_ blur: Int) -> [UInt8] {
    frame { column, _ in
      let place = column % 32
      let edge = place < 16 ? place : 32 - place
      return 40 + 180 * min(max(edge - 8 + blur / 2, 0), blur) / blur
    }
  }

  @Test func anEvenPictureHasNothingToJudgeSharpnessBy() throws {
    let facts = try facts(frame { _, _ in 18 })
    #expect(facts == PictureFacts(mean: 18, sharpness: nil, movement: nil))
  }

  @Test func sharpEdgesAreSharpAndBlurredOnesAreNot() throws {
    let sharpness = try [1, 6, 14].map { try facts(bars($0)).sharpness ?? 0 }
    #expect(sharpness[0] > sharpness[1] && sharpness[1] > sharpness[2], "\(sharpness)")
    #expect(sharpness[0] >= 60 && sharpness[2] < 60, "\(sharpness)")
  }

  @Test(arguments: [(0, 0), (2, 0), (1, 1), (0, 2), (2, 2)])
  func movementIsFoundWhereItIs(column: Int, row: Int) throws {
    let spot = frame { x, y in
      x * 3 / Self.width == column && y * 3 / Self.height == row ? 200 : 50
    }
    let movement = try facts(frame { _, _ in 50 }, spot).movement
    #expect(movement == .around(PicturePart(column: column, row: row)))
  }

  @Test func allOfItMayMoveOrNothing() throws {
    let (dark, light) = (frame { _, _ in 50 }, frame { _, _ in 200 })
    #expect(try facts(dark, light).movement == .everywhere)
    #expect(try facts(light, light).movement == .nowhere)
  }
}
