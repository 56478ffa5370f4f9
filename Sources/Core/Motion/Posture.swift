/// Which edge of the board is up, from the direction of gravity.
///
/// At rest an accelerometer measures 1 g along the axis that points up. The axes are the board's: x to the
/// right, y up, z towards the person who holds it.
struct Posture: Sendable {
  /// Under this part of gravity in the board's plane, in thousandths of g, the camera looks up or down and
  /// no edge is up.
  static let leastInPlane = 500.0
  /// What is far from 1 g, in thousandths of it, is a jolt more than gravity.
  static let gravity = 700.0...1300.0
  /// Another edge is up only when the board leans that way by 55°: the tangent of that.
  static let decision = 1.43

  /// Where up is, from y clockwise for the person who holds the board: `right` when x points up.
  ///
  /// The last that was known while the camera looks up or down; nil before there was any.
  private(set) var up: QuarterTurn?

  /// Takes a reading.
  mutating func receive(_ sample: Acceleration) {
    let vector = GravityVector(sample)
    let inPlane = GravityVector(x: vector.x, y: vector.y, z: 0)
    guard Posture.gravity.contains(vector.length), inPlane.length >= Posture.leastInPlane else {
      return
    }
    let nearest = QuarterTurn.allCases.max { part($0, of: vector) < part($1, of: vector) }
    guard let nearest else { return }
    let bound = up.map { part($0, of: vector) * Posture.decision } ?? 0
    if part(nearest, of: vector) > bound { up = nearest }
  }

  /// How much of `vector` points to the edge at `turn`.
  private func part(_ turn: QuarterTurn, of vector: GravityVector) -> Double {
    switch turn {
    case .none: vector.y
    case .right: vector.x
    case .half: -vector.y
    case .left: -vector.x
    }
  }
}
