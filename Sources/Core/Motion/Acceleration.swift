/// One sample of the accelerometer in the board's own axes, after scale and mount matrix.
package struct Acceleration: Hashable, Sendable {
  /// Thousandths of standard gravity (9.80665 m/s²) along each axis.
  package let x, y, z: Int

  /// A sample in thousandths of standard gravity.
  package init(x: Int, y: Int, z: Int) {
    self.x = x
    self.y = y
    self.z = z
  }
}

/// An acceleration as a vector, in thousandths of g; at rest it is gravity.
///
/// Only with sums, products and square roots, which are the same on every machine.
struct GravityVector: Hashable {
  var x, y, z: Double

  static let zero = GravityVector(x: 0, y: 0, z: 0)

  init(x: Double, y: Double, z: Double) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  init(_ sample: Acceleration) {
    self.init(x: Double(sample.x), y: Double(sample.y), z: Double(sample.z))
  }

  /// Its length: 1000 at rest.
  var length: Double { (x * x + y * y + z * z).squareRoot() }

  /// The cosine of the angle between it and `other`; 1 where one of them has no direction.
  func cosine(to other: GravityVector) -> Double {
    let lengths = length * other.length
    guard lengths > 0 else { return 1 }
    return (x * other.x + y * other.y + z * other.z) / lengths
  }

  /// The vector a `part` of the way to `other`.
  func moved(_ part: Double, toward other: GravityVector) -> GravityVector {
    GravityVector(
      x: x + (other.x - x) * part, y: y + (other.y - y) * part, z: z + (other.z - z) * part)
  }
}

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
