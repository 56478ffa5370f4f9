/// How a camera sits on the board.
public struct Mounting: Hashable, Sendable {
  /// What it looks at.
  public enum Facing: String, CaseIterable, Hashable, Sendable {
    /// Away from the person at the board, against its z axis.
    case world
    /// At the person: people expect to see themselves mirrored.
    case user
  }

  /// What it looks at.
  public var facing = Facing.world
  /// How it is turned in its mount, clockwise for who looks the way that it does.
  public var turn = QuarterTurn.none

  /// A camera that sits as the board does and looks at the world.
  public init() {}

  /// How its pictures are seen upright.
  ///
  /// - Parameter up: where up is on the board, by `Posture`; without that the mount alone counts.
  public func orientation(up: QuarterTurn?) -> Orientation {
    let up = up ?? .none
    // Who looks at the board from the other side sees its turns the other way round.
    let seen = facing == .world ? up : -up
    return Orientation(turned: turn + -seen, isMirrored: facing == .user)
  }
}
