/// A turn by a multiple of 90°, clockwise; the raw value is in degrees.
public enum QuarterTurn: Int, CaseIterable, Hashable, Sendable {
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
