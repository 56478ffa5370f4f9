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
