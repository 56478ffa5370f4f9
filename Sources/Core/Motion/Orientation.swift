/// What has to be done to a picture so that it is seen upright, as Exif's tag Orientation numbers it.
///
/// A name says where the first row of the file and its first column belong: of a picture `rightTop` the
/// first row is the right edge, the first column the top. Source: CIPA DC-008, tag 0x0112.
public enum Orientation: Int, CaseIterable, Hashable, Sendable {
  case topLeft = 1
  case topRight, bottomRight, bottomLeft, leftTop, rightTop, rightBottom, leftBottom

  /// A picture that is upright after it was turned by `turn`, and then mirrored from left to right where
  /// that is asked for.
  public init(turned turn: QuarterTurn, isMirrored: Bool = false) {
    switch turn {
    case .none: self = isMirrored ? .topRight : .topLeft
    case .right: self = isMirrored ? .leftTop : .rightTop
    case .half: self = isMirrored ? .bottomLeft : .bottomRight
    case .left: self = isMirrored ? .rightBottom : .leftBottom
    }
  }

  /// The turn, which comes first.
  public var turn: QuarterTurn {
    switch self {
    case .topLeft, .topRight: .none
    case .rightTop, .leftTop: .right
    case .bottomRight, .bottomLeft: .half
    case .leftBottom, .rightBottom: .left
    }
  }

  /// Whether it is mirrored from left to right after that.
  public var isMirrored: Bool { self != Orientation(turned: turn) }

  /// The orientation for programs.
  public var json: JSON {
    .object([
      ("exif", .integer(rawValue)), ("clockwise_degrees", .integer(turn.rawValue)),
      ("mirrored", .bool(isMirrored)),
    ])
  }
}
