/// How the board is held, by gravity.
enum Tilt: Hashable, Sendable {
  /// So many degrees to the left, negative to the right, from the edge that is nearly up.
  case leaning(Int)
  /// The camera looks at the ground, or at the sky.
  case down, up

  /// Less is level: nobody sees it.
  static let level = 1

  /// The posture that `sample` tells; nil where the board is jolted too much to say.
  ///
  /// - Parameter facing: what the camera looks at.
  init?(_ sample: Acceleration, _ facing: Mounting.Facing) {
    let vector = GravityVector(sample)
    guard Posture.gravity.contains(vector.length) else { return nil }
    let (major, minor) = (
      max(vector.x.magnitude, vector.y.magnitude), min(vector.x.magnitude, vector.y.magnitude)
    )
    guard major >= Posture.leastInPlane else {
      let isDown = (vector.z > 0) == (facing == .environment)
      self = isDown ? .down : .up
      return
    }
    let degrees = Int(Tilt.arcTangent(minor / major).rounded())
    // Up leans to the right of the edge that is nearly up where the board leans to the left.
    let isVertical = vector.y.magnitude >= vector.x.magnitude
    let isLeft = isVertical ? (vector.x > 0) == (vector.y > 0) : (vector.x > 0) != (vector.y > 0)
    self = .leaning(isLeft ? degrees : -degrees)
  }

  /// Of a `part` from 0 to 1 in degrees, to a tenth of one: sums and products are the same on every machine.
  private static func arcTangent(_ part: Double) -> Double {
    part * 45 - part * (part - 1) * (14.02 + 3.79 * part)
  }

  /// It in a sentence.
  var sentence: Phrase {
    switch self {
    case .leaning(let degrees) where degrees.magnitude <= Tilt.level: .describeLevel
    case .leaning(let degrees) where degrees > 0: .describeLeft(degrees)
    case .leaning(let degrees): Phrase("describe.right", "Tilted \(-degrees)° right.")
    case .down: Phrase("describe.down", "The camera looks down.")
    case .up: Phrase("describe.up", "The camera looks up.")
    }
  }

  /// It for programs.
  var members: [(String, JSON)] {
    switch self {
    case .leaning(let degrees): [("tilt_left_degrees", .integer(degrees)), ("looks", .null)]
    case .down: [("tilt_left_degrees", .null), ("looks", .string("down"))]
    case .up: [("tilt_left_degrees", .null), ("looks", .string("up"))]
    }
  }
}

extension Phrase {
  static let describeLevel = Phrase("describe.level", "Level.")

  static func describeLeft(_ degrees: Int) -> Phrase {
    Phrase("describe.left", "Tilted \(degrees)° left.")
  }

}
