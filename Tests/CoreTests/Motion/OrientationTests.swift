import Testing

@testable import Core

@Suite struct OrientationTests {
  /// A picture of 2×2 pixels, row by row.
  private typealias Picture = [String]

  private static func turnedRight(_ picture: Picture) -> Picture {
    let rows = picture.map(Array.init)
    return [String([rows[1][0], rows[0][0]]), String([rows[1][1], rows[0][1]])]
  }

  private static func mirrored(_ picture: Picture) -> Picture {
    picture.map { String($0.reversed()) }
  }

  /// Turned and mirrored as `orientation` says.
  private static func upright(_ picture: Picture, _ orientation: Orientation) -> Picture {
    let turns = orientation.turn.rawValue / 90
    let turned = (0..<turns).reduce(picture) { picture, _ in turnedRight(picture) }
    return orientation.isMirrored ? mirrored(turned) : turned
  }

  /// What Exif's eight numbers make of a picture whose first row is `ab` and whose second is `cd`.
  @Test(arguments: [
    (1, ["ab", "cd"]), (2, ["ba", "dc"]), (3, ["dc", "ba"]), (4, ["cd", "ab"]),
    (5, ["ac", "bd"]), (6, ["ca", "db"]), (7, ["db", "ca"]), (8, ["bd", "ac"]),
  ])
  func eachNumberDoesToAPictureWhatExifSays(number: Int, seen: [String]) throws {
    let orientation = try #require(Orientation(rawValue: number))
    #expect(Self.upright(["ab", "cd"], orientation) == seen)
  }

  @Test(arguments: QuarterTurn.allCases, [false, true])
  func aTurnAndAMirrorAreFoundAgain(turn: QuarterTurn, isMirrored: Bool) {
    let orientation = Orientation(turned: turn, isMirrored: isMirrored)
    #expect(orientation.turn == turn)
    #expect(orientation.isMirrored == isMirrored)
  }

  @Test func programsReadNumberTurnAndMirror() {
    #expect(
      Orientation.leftTop.json.text == #"{"exif":5,"clockwise_degrees":90,"mirrored":true}"#)
  }
}
