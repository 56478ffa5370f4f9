import Testing

@testable import Core

@Suite struct MountingTests {
  private static func mounting(
    _ facing: Mounting.Facing, _ turn: QuarterTurn = .none
  ) -> Mounting {
    var mounting = Mounting()
    (mounting.facing, mounting.turn) = (facing, turn)
    return mounting
  }

  private static let table: [(Mounting, QuarterTurn?, Orientation)] = [
    // Without gravity the mount alone counts.
    (mounting(.environment), nil, Orientation.topLeft),
    (mounting(.environment, .right), nil, .rightTop),
    (mounting(.environment, .half), nil, .bottomRight),
    (mounting(.environment, .left), nil, .leftBottom),
    (mounting(.user), nil, .topRight),
    // The right edge is up: what was up in the picture is right, so it is turned back.
    (mounting(.environment), QuarterTurn.right, .leftBottom),
    (mounting(.environment), .half, .bottomRight),
    (mounting(.environment), .left, .rightTop),
    (mounting(.environment), QuarterTurn.none, .topLeft),
    // The mount makes up for the posture.
    (mounting(.environment, .right), .right, .topLeft),
    (mounting(.environment, .left), .left, .topLeft),
    (mounting(.environment, .half), .right, .rightTop),
    // Seen from the other side the same turn goes the other way.
    (mounting(.user), .right, .leftTop), (mounting(.user), .left, .rightBottom),
    (mounting(.user), .half, .bottomLeft), (mounting(.user, .left), .right, .topRight),
  ]

  @Test(arguments: table)
  func mountAndGravityTogetherMakeThePictureUpright(
    mounting: Mounting, up: QuarterTurn?, expected: Orientation
  ) {
    #expect(mounting.orientation(up: up) == expected)
  }
}
