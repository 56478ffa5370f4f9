/// What has to be done to a picture so that it is seen upright, as Exif's tag Orientation numbers it.
///
/// A name says where the first row of the file and its first column belong: of a picture `rightTop` the
/// first row is the right edge, the first column the top. Source: CIPA DC-008, tag 0x0112.
package enum Orientation: Int, CaseIterable, Hashable, Sendable {
  case topLeft = 1
  case topRight, bottomRight, bottomLeft, leftTop, rightTop, rightBottom, leftBottom

  /// A picture that is upright after it was turned by `turn`, and then mirrored from left to right where
  /// that is asked for.
  package init(turned turn: QuarterTurn, isMirrored: Bool = false) {
    switch turn {
    case .none: self = isMirrored ? .topRight : .topLeft
    case .right: self = isMirrored ? .leftTop : .rightTop
    case .half: self = isMirrored ? .bottomLeft : .bottomRight
    case .left: self = isMirrored ? .rightBottom : .leftBottom
    }
  }

  /// The turn, which comes first.
  package var turn: QuarterTurn {
    switch self {
    case .topLeft, .topRight: .none
    case .rightTop, .leftTop: .right
    case .bottomRight, .bottomLeft: .half
    case .leftBottom, .rightBottom: .left
    }
  }

  /// Whether it is mirrored from left to right after that.
  package var isMirrored: Bool { self != Orientation(turned: turn) }

  /// Whether it stands on its side as the camera sends it.
  package var isSideways: Bool { turn == .left || turn == .right }

  /// The sides of the upright picture that is made of one of `width` × `height` pixels.
  package func uprightSize(of width: Int, _ height: Int) -> (width: Int, height: Int) {
    isSideways ? (height, width) : (width, height)
  }

  /// The orientation for programs.
  package var json: JSON {
    .object([
      ("exif", .integer(rawValue)), ("clockwise_degrees", .integer(turn.rawValue)),
      ("mirrored", .bool(isMirrored)),
    ])
  }
}

/// How a camera sits on the board.
package struct Mounting: Hashable, Sendable {
  /// What it looks at.
  package enum Facing: String, CaseIterable, Hashable, Sendable {
    /// Away from the person at the board, against its z axis.
    case environment
    /// At the person: people expect to see themselves mirrored.
    case user
  }

  /// What it looks at.
  package var facing = Facing.environment
  /// How it is turned in its mount, clockwise for who looks the way that it does.
  package var turn = QuarterTurn.none

  /// A camera that sits as the board does and looks away from the person.
  package init() {}

  /// How its pictures are seen upright.
  ///
  /// - Parameter up: where up is on the board, by `Posture`; without that the mount alone counts.
  package func orientation(up: QuarterTurn?) -> Orientation {
    let up = up ?? .none
    // Who looks at the board from the other side sees its turns the other way round.
    let seen = facing == .environment ? up : -up
    return Orientation(turned: turn + -seen, isMirrored: facing == .user)
  }
}

/// A turn by a multiple of 90°, clockwise; the raw value is in degrees.
package enum QuarterTurn: Int, CaseIterable, Hashable, Sendable {
  case none = 0
  case right = 90
  case half = 180
  case left = 270

  /// Both turns, one after the other.
  static func + (first: QuarterTurn, second: QuarterTurn) -> QuarterTurn {
    let degrees = (first.rawValue + second.rawValue) % 360
    return QuarterTurn.allCases.first { $0.rawValue == degrees } ?? .none
  }

  /// The turn that undoes `turn`.
  static prefix func - (turn: QuarterTurn) -> QuarterTurn {
    switch turn {
    case .none: .none
    case .right: .left
    case .half: .half
    case .left: .right
    }
  }
}
